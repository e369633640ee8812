import { type ReactNode, useId } from "react";
import { Label } from "./input";

type FieldProps = {
  label: string;
  hint?: ReactNode;
  /** Stands in the hint's place, in red. */
  problem?: string | null;
  className?: string;
  children: (control: { id: string; "aria-describedby": string; "aria-invalid": boolean }) => ReactNode;
};

/** A labelled control with a line below it that helps, or says what is wrong. */
export function Field({ label, hint, problem, className, children }: FieldProps) {
  const id = useId();
  return (
    <div className={className ?? "flex flex-col gap-1.5"}>
      <Label htmlFor={id}>{label}</Label>
      {children({ id, "aria-describedby": `${id}-hint`, "aria-invalid": Boolean(problem) })}
      <p id={`${id}-hint`} className="text-soft text-xs empty:hidden">
        {problem ? <span className="text-red">{problem}</span> : hint}
      </p>
    </div>
  );
}
