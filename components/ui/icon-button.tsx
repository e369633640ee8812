import type { ComponentProps, ReactNode } from "react";
import { cx } from "./cx";

export type IconButtonProps = Omit<ComponentProps<"button">, "aria-label" | "children"> & {
  /** Its accessible name, also shown on hover. */
  label: string;
  icon: ReactNode;
  size?: "sm" | "md";
};

export function IconButton({ label, icon, size = "md", className, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      title={label}
      {...rest}
      aria-label={label}
      className={cx(
        "inline-flex shrink-0 items-center justify-center rounded-md text-soft transition-colors hover:bg-hover hover:text-fg",
        "disabled:cursor-not-allowed disabled:opacity-55",
        size === "sm" ? "size-7" : "size-9",
        className,
      )}
    >
      {icon}
    </button>
  );
}
