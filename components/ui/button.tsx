import type { ComponentProps } from "react";
import { cx } from "./cx";
import { Spinner } from "./spinner";

export type ButtonVariant = "primary" | "secondary" | "ghost" | "danger";
export type ButtonSize = "sm" | "md" | "lg";

const variants: Record<ButtonVariant, string> = {
  primary: "border-transparent bg-ink text-ink-fg hover:bg-ink-hover",
  secondary: "border-line bg-card text-fg hover:border-line-strong hover:bg-hover",
  ghost: "border-transparent text-soft hover:bg-hover hover:text-fg",
  danger: "border-transparent bg-red text-red-fg hover:bg-red-hover",
};

const sizes: Record<ButtonSize, string> = {
  sm: "h-7 gap-1.5 rounded-md px-2.5 text-sm",
  md: "h-9 gap-2 rounded-lg px-3.5 text-base",
  lg: "h-11 gap-2 rounded-lg px-5 text-md",
};

/** The look of a button, for a link that should have it. */
export function buttonClass({
  variant = "secondary",
  size = "md",
}: {
  variant?: ButtonVariant;
  size?: ButtonSize;
} = {}): string {
  return cx(
    "inline-flex shrink-0 select-none items-center justify-center whitespace-nowrap border font-semibold transition-colors",
    "disabled:cursor-not-allowed disabled:opacity-55 aria-disabled:cursor-not-allowed aria-disabled:opacity-55",
    variants[variant],
    sizes[size],
  );
}

export type ButtonProps = ComponentProps<"button"> & {
  variant?: ButtonVariant;
  size?: ButtonSize;
  /** Something is under way: shows a spinner and takes no click, but keeps the focus. */
  busy?: boolean;
};

export function Button({ variant, size, busy, className, children, onClick, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      aria-disabled={busy || rest["aria-disabled"]}
      className={cx(buttonClass({ variant, size }), className)}
      onClick={busy ? (event) => event.preventDefault() : onClick}
    >
      {busy && <Spinner />}
      {children}
    </button>
  );
}
