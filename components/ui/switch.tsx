"use client";

import { cx } from "./cx";

type SwitchProps = {
  label: string;
  checked: boolean;
  onCheckedChange: (checked: boolean) => void;
  disabled?: boolean;
  /** A change is under way: takes no click, but keeps the focus. */
  busy?: boolean;
  id?: string;
  className?: string;
};

/** A plain button with the role: a page of a thousand tools has three thousand of them. */
export function Switch({ label, checked, onCheckedChange, disabled, busy, id, className }: SwitchProps) {
  return (
    <button
      type="button"
      role="switch"
      id={id}
      disabled={disabled}
      aria-disabled={busy}
      aria-label={label}
      aria-checked={checked}
      onClick={() => !busy && onCheckedChange(!checked)}
      className={cx(
        "relative inline-flex h-5 w-9 shrink-0 items-center rounded-full border border-transparent transition-colors",
        "disabled:opacity-55 aria-disabled:cursor-not-allowed aria-disabled:opacity-55",
        checked ? "bg-ink" : "bg-line-strong",
        className,
      )}
    >
      <span
        aria-hidden="true"
        className={cx(
          "block size-4 rounded-full bg-card shadow-sm transition-transform",
          checked ? "translate-x-[17px]" : "translate-x-px",
        )}
      />
    </button>
  );
}
