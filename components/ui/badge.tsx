import type { ComponentProps } from "react";
import { cx } from "./cx";

export type Tone = "neutral" | "amber" | "green" | "red" | "blue";

const tones: Record<Tone, string> = {
  neutral: "border-line bg-card text-soft",
  amber: "border-amber-line bg-amber-bg text-amber",
  green: "border-green-line bg-green-bg text-green",
  red: "border-red-line bg-red-bg text-red",
  blue: "border-blue-line bg-blue-bg text-blue",
};

type BadgeProps = ComponentProps<"span"> & { tone?: Tone };

/** A rounded pill: a count, a mode, a model. */
export function Badge({ tone = "neutral", className, ...rest }: BadgeProps) {
  return (
    <span
      {...rest}
      className={cx(
        "inline-flex items-center gap-1.5 whitespace-nowrap rounded-full border px-2.5 py-px text-xs tabular-nums",
        tones[tone],
        className,
      )}
    />
  );
}

/** A small square tag: a source, a risk. */
export function Chip({ tone = "neutral", className, ...rest }: BadgeProps) {
  return (
    <span
      {...rest}
      className={cx(
        "inline-flex items-center gap-1 whitespace-nowrap rounded-md border px-1.5 text-xs",
        tones[tone],
        className,
      )}
    />
  );
}
