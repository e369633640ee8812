import { cx } from "@/components/ui/cx";
import type { CallState } from "@/lib/runs/schema";
import { type CallTone, stateTone } from "./call-words";

const colours: Record<CallTone, string> = {
  green: "bg-green",
  red: "bg-red",
  amber: "bg-amber",
  blue: "bg-blue animate-pulse",
  neutral: "bg-faint",
};

/** Repeats in colour what the line's words say. */
export function StateDot({ state }: { state: CallState }) {
  return (
    <span aria-hidden="true" className={cx("size-2.5 shrink-0 rounded-full", colours[stateTone(state)])} />
  );
}
