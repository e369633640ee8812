import type { ComponentProps, ReactNode } from "react";
import { cx } from "./cx";

const field =
  "w-full rounded-lg border border-line-strong bg-bg px-3 text-base text-fg focus-visible:outline-offset-1 disabled:cursor-not-allowed disabled:opacity-60 aria-invalid:border-red";

export function Input({ className, ...rest }: ComponentProps<"input">) {
  return <input {...rest} className={cx(field, "h-9", className)} />;
}

/** Grows with its text where the browser can (`field-sizing`), between its `rows` and half the screen. */
export function Textarea({ className, ...rest }: ComponentProps<"textarea">) {
  return (
    <textarea
      rows={2}
      {...rest}
      className={cx(field, "field-sizing-content max-h-[50vh] resize-y py-2", className)}
    />
  );
}

export function Select({ className, ...rest }: ComponentProps<"select">) {
  return <select {...rest} className={cx(field, "h-9 pr-2", className)} />;
}

/** A visible label for the field whose id is `htmlFor`. */
export function Label({ className, htmlFor, children }: LabelProps) {
  return (
    <label htmlFor={htmlFor} className={cx("block font-medium text-fg text-sm", className)}>
      {children}
    </label>
  );
}

type LabelProps = { htmlFor: string; children: ReactNode; className?: string };
