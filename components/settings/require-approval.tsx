"use client";

import { useState } from "react";
import { cx } from "@/components/ui/cx";
import { Switch } from "@/components/ui/switch";
import type { ToolPatch, ToolView } from "@/lib/tools/schema";
import { SaveStatus } from "./save-status";
import { TurnOffDialog } from "./turn-off-dialog";
import { useSaver } from "./use-saver";

type Props = { tool: ToolView; onChange: (patch: ToolPatch) => Promise<void> };

/** The one flag of a tool. Turning it off asks to confirm; turning it on does not. */
export function RequireApproval({ tool, onChange }: Props) {
  const [confirming, setConfirming] = useState(false);
  const { state, save } = useSaver();
  const required = tool.approval.mode === "required";
  const setMode = (mode: "required" | "disabled") => void save(() => onChange({ approval: { mode } }));
  return (
    <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
      <Switch
        label={`Require approval for ${tool.name}`}
        checked={required}
        busy={state.kind === "saving"}
        onCheckedChange={(checked) => (checked ? setMode("required") : setConfirming(true))}
      />
      <span aria-hidden="true" className={cx("text-sm", required ? "text-fg" : "text-soft")}>
        {required ? "Asks first" : "Runs at once"}
      </span>
      {state.kind !== "idle" && <SaveStatus state={state} />}
      <TurnOffDialog
        tool={tool}
        open={confirming}
        onClose={() => setConfirming(false)}
        onConfirm={() => {
          setConfirming(false);
          setMode("disabled");
        }}
      />
    </div>
  );
}
