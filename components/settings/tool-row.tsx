"use client";

import { memo, useId, useState } from "react";
import { Chip } from "@/components/ui/badge";
import { cx } from "@/components/ui/cx";
import { Switch } from "@/components/ui/switch";
import { VisibleText } from "@/components/ui/visible-text";
import type { ToolView } from "@/lib/tools/schema";
import { DefinitionChanges } from "./definition-changes";
import { DetailsButton } from "./details-button";
import { RequireApproval } from "./require-approval";
import { ReviewChip } from "./review-chip";
import { RiskWords } from "./risk-words";
import { SaveStatus } from "./save-status";
import { ToolDetails } from "./tool-details";
import { useSaver } from "./use-saver";
import type { AcceptTool, ChangeTool, ReadTool } from "./use-tools";

/** On a wide screen six columns; on a small one the name first, then the risk, then the controls. */
export const rowColumns =
  "grid grid-cols-[auto_auto_minmax(0,1fr)] gap-x-4 gap-y-2 px-4 md:grid-cols-[minmax(0,1fr)_8rem_9.5rem_2.5rem_2.5rem_5.5rem] md:items-start";

type Props = { tool: ToolView; onChange: ChangeTool; onRead: ReadTool; onAccept: AcceptTool };

/** A row that is not found is only hidden: with a thousand of them, making them anew at each letter would be slow. */
export function ToolRow({ hidden, ...rest }: Props & { hidden: boolean }) {
  return (
    <tr hidden={hidden} className={cx(rowColumns, "border-t py-3.5", hidden && "hidden")}>
      <ToolCells {...rest} />
    </tr>
  );
}

const ToolCells = memo(function ToolCells({ tool, onChange, onRead, onAccept }: Props) {
  const detailsId = useId();
  const [open, setOpen] = useState(false);
  const { state, save } = useSaver();

  return (
    <>
      <td className="col-span-full min-w-0 md:col-span-1">
        <p className="flex flex-wrap items-center gap-x-2.5">
          <span className="break-all font-mono font-semibold text-sm">
            <VisibleText text={tool.name} />
          </span>
          {tool.title !== tool.name && (
            <span className="text-soft text-sm">
              <VisibleText text={tool.title} />
            </span>
          )}
          <Chip>
            <VisibleText text={tool.source} />
          </Chip>
          <ReviewChip tool={tool} />
        </p>
        <p className={cx("text-soft text-sm [overflow-wrap:anywhere]", !open && "line-clamp-2")}>
          <VisibleText text={tool.description} />
        </p>
      </td>
      <td className="col-span-2 md:col-span-1 md:pt-px">
        <RiskWords tool={tool} />
      </td>
      <td className="col-span-full md:col-span-1">
        {tool.alwaysAsks ? (
          <span className="text-sm">Always asks you</span>
        ) : (
          <RequireApproval tool={tool} onChange={(patch) => onChange(tool.name, patch)} />
        )}
      </td>
      <td className="flex items-center gap-2">
        <Switch
          label={`Offer ${tool.name} to the agent`}
          checked={tool.enabled}
          onCheckedChange={(enabled) => void save(() => onChange(tool.name, { enabled }))}
        />
        <span aria-hidden="true" className="text-sm text-soft md:hidden">
          Agent
        </span>
      </td>
      <td className="flex items-center gap-2">
        {!tool.alwaysAsks && (
          <>
            <Switch
              label={`Expose ${tool.name} on /mcp`}
              checked={tool.exposed}
              onCheckedChange={(exposed) => void save(() => onChange(tool.name, { exposed }))}
            />
            <span aria-hidden="true" className="text-sm text-soft md:hidden">
              /mcp
            </span>
          </>
        )}
      </td>
      <td className="col-start-3 row-start-2 text-right md:col-start-auto md:row-start-auto">
        <DetailsButton
          toolName={tool.name}
          open={open}
          controls={detailsId}
          onToggle={() => setOpen(!open)}
        />
      </td>
      {state.kind !== "idle" && (
        <td className="col-span-full md:text-right">
          <SaveStatus state={state} />
        </td>
      )}
      {tool.review === "changed" && (
        <td className="col-span-full pt-1">
          <DefinitionChanges
            tool={tool}
            onRead={() => onRead(tool.name)}
            onAccept={() => onAccept(tool.name, tool.fingerprint)}
          />
        </td>
      )}
      <td id={detailsId} hidden={!open} className="col-span-full pt-2">
        {open && <ToolDetails tool={tool} onChange={(patch) => onChange(tool.name, patch)} />}
      </td>
    </>
  );
});
