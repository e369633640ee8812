"use client";

import { memo, useId, useState } from "react";
import { DefinitionChanges } from "@/components/settings/definition-changes";
import { DetailsButton } from "@/components/settings/details-button";
import { RequireApproval } from "@/components/settings/require-approval";
import { ReviewChip } from "@/components/settings/review-chip";
import { RiskWords } from "@/components/settings/risk-words";
import { SaveStatus } from "@/components/settings/save-status";
import { ToolDetails } from "@/components/settings/tool-details";
import { useSaver } from "@/components/settings/use-saver";
import type { AcceptTool, ChangeTool, ReadTool } from "@/components/settings/use-tools";
import { Switch } from "@/components/ui/switch";
import { VisibleText } from "@/components/ui/visible-text";
import type { ToolPatch, ToolView } from "@/lib/tools/schema";

type Props = { tool: ToolView; onChange: ChangeTool; onRead: ReadTool; onAccept: AcceptTool };

/** All that can be set about one tool of a server, as on the page of all tools. A server may have a thousand. */
export const ServerTool = memo(function ServerTool({ tool, onChange, onRead, onAccept }: Props) {
  const change = (patch: ToolPatch) => onChange(tool.name, patch);
  const detailsId = useId();
  const [open, setOpen] = useState(false);
  const { state, save } = useSaver();
  return (
    <li className="flex flex-col gap-2 rounded-xl border bg-card p-3">
      <div className="flex items-start justify-between gap-3">
        <p className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-0.5">
          <span className="break-all font-mono font-semibold text-sm" title={tool.name}>
            <VisibleText text={tool.originalName ?? tool.name} />
          </span>
          <RiskWords tool={tool} />
          <ReviewChip tool={tool} />
        </p>
        <span className="inline-flex items-center gap-2">
          <Switch
            label={`Offer ${tool.name} to the agent`}
            checked={tool.enabled}
            onCheckedChange={(enabled) => void save(() => change({ enabled }))}
          />
          <span aria-hidden="true" className="text-sm text-soft">
            Agent
          </span>
        </span>
      </div>
      <p className="line-clamp-2 text-soft text-sm [overflow-wrap:anywhere]">
        <VisibleText text={tool.description} />
      </p>
      <div className="flex flex-wrap items-center gap-x-5 gap-y-2">
        {tool.enabled && <RequireApproval tool={tool} onChange={change} />}
        <span className="inline-flex items-center gap-2">
          <Switch
            label={`Expose ${tool.name} on /mcp`}
            checked={tool.exposed}
            onCheckedChange={(exposed) => void save(() => change({ exposed }))}
          />
          <span aria-hidden="true" className="text-sm text-soft">
            /mcp
          </span>
        </span>
        <DetailsButton
          toolName={tool.name}
          open={open}
          controls={detailsId}
          onToggle={() => setOpen(!open)}
          className="ml-auto"
        />
      </div>
      {state.kind !== "idle" && <SaveStatus state={state} />}
      {tool.review === "changed" && (
        <DefinitionChanges
          tool={tool}
          onRead={() => onRead(tool.name)}
          onAccept={() => onAccept(tool.name, tool.fingerprint)}
        />
      )}
      <div id={detailsId} hidden={!open}>
        {open && <ToolDetails tool={tool} onChange={change} />}
      </div>
    </li>
  );
});
