import { ChevronDown } from "lucide-react";
import { Button } from "@/components/ui/button";
import { cx } from "@/components/ui/cx";

type DetailsButtonProps = {
  toolName: string;
  open: boolean;
  controls: string;
  onToggle: () => void;
  className?: string;
};

export function DetailsButton({ toolName, open, controls, onToggle, className }: DetailsButtonProps) {
  return (
    <Button
      variant="ghost"
      size="sm"
      className={cx("-my-1", className)}
      aria-label={`Details of ${toolName}`}
      aria-expanded={open}
      aria-controls={controls}
      onClick={onToggle}
    >
      Details
      <ChevronDown aria-hidden="true" className={cx("size-3.5 transition-transform", open && "rotate-180")} />
    </Button>
  );
}
