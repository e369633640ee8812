import { ChevronDown } from "lucide-react";
import { cx } from "@/components/ui/cx";

type OutcomeToggleProps = { label: string; open: boolean; onToggle: () => void; className?: string };

/** Opens what a call took and gave; folded, so that a finished call stays as high as it was. */
export function OutcomeToggle({ label, open, onToggle, className }: OutcomeToggleProps) {
  return (
    <button
      type="button"
      title={label}
      aria-expanded={open}
      aria-label={label}
      onClick={onToggle}
      className={cx(
        "inline-flex size-7 shrink-0 items-center justify-center rounded-md text-soft hover:bg-hover hover:text-fg",
        className,
      )}
    >
      <ChevronDown aria-hidden="true" className={cx("size-4 transition-transform", open && "rotate-180")} />
    </button>
  );
}
