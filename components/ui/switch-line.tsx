import type { ReactNode } from "react";
import { Switch } from "./switch";

type SwitchLineProps = {
  label: string;
  /** The accessible name, where the visible words need more. */
  name?: string;
  hint: ReactNode;
  checked: boolean;
  disabled?: boolean;
  onChange: (checked: boolean) => void;
};

/** A switch with its words to the left and what it means below them. */
export function SwitchLine({ label, name = label, hint, checked, disabled, onChange }: SwitchLineProps) {
  return (
    <div className="flex items-start justify-between gap-4">
      <div className="min-w-0 text-sm">
        <p className="font-medium">{label}</p>
        <div className="text-soft text-xs">{hint}</div>
      </div>
      <Switch
        label={name}
        checked={checked}
        disabled={disabled}
        onCheckedChange={onChange}
        className="mt-0.5"
      />
    </div>
  );
}
