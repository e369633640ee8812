import { Check } from "lucide-react";
import { Spinner } from "@/components/ui/spinner";
import type { SaveState } from "./use-saver";

export function SaveStatus({ state }: { state: SaveState }) {
  return (
    <span aria-live="polite" className="inline-flex min-h-5 items-center gap-1 text-xs">
      {state.kind === "saving" && (
        <span className="inline-flex items-center gap-1.5 text-soft">
          <Spinner className="size-3" /> Saving
        </span>
      )}
      {state.kind === "saved" && (
        <span className="inline-flex items-center gap-1 text-green">
          <Check aria-hidden="true" className="size-3.5" /> Saved
        </span>
      )}
      {state.kind === "failed" && <span className="text-red">{state.message}</span>}
    </span>
  );
}
