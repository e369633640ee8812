"use client";

import { useId, useState } from "react";
import { ReduceOversightDialog } from "@/components/settings/reduce-oversight-dialog";
import { SaveStatus } from "@/components/settings/save-status";
import { useGrowing } from "@/components/settings/use-growing";
import { useSaver } from "@/components/settings/use-saver";
import { VisibleText } from "@/components/ui/visible-text";
import type { ToolView } from "@/lib/tools/schema";
import type { ServerPatch, ServerView } from "@/lib/tools/servers/server-schema";
import { choosableNames, isNarrower, type Scope, scopeOf, scopes } from "./approval-scope";

type Props = {
  server: ServerView;
  tools: ToolView[];
  onChange: (patch: ServerPatch) => Promise<void>;
};

/** Which of a server's tools ask, in one choice. Asking less often asks to confirm. */
export function ApprovalScope({ server, tools, onChange }: Props) {
  const id = useId();
  const { state, save } = useSaver();
  const [asking, setAsking] = useState<string[] | null>(null);
  const scope = scopeOf(server.requireApproval);
  const set = (requireApproval: string[]) => void save(() => onChange({ requireApproval }));
  const want = (requireApproval: string[]) =>
    isNarrower(server.requireApproval, requireApproval, server.trusted)
      ? setAsking(requireApproval)
      : set(requireApproval);
  const names = choosableNames(server, tools);
  const made = useGrowing(names.length);
  const choose = (wanted: Scope) => want(wanted === "named" ? names : [wanted]);

  return (
    <fieldset className="flex min-w-0 flex-col gap-2 rounded-xl border bg-card p-4">
      <legend className="float-left mb-2 font-semibold text-base">Require approval for</legend>
      <div className="clear-both flex flex-col gap-2">
        {scopes.map((choice) => (
          <label key={choice.scope} className="flex cursor-pointer items-start gap-2.5">
            <input
              type="radio"
              name={id}
              checked={scope === choice.scope}
              onChange={() => choose(choice.scope)}
              className="mt-1 size-3.5 shrink-0 accent-ink"
            />
            <span>
              {choice.words} <span className="text-soft text-sm">{choice.hint}</span>
            </span>
          </label>
        ))}
      </div>
      {scope === "named" && names.length > 0 && (
        <ul className="relative ml-6 flex max-h-60 flex-col gap-1 overflow-y-auto">
          {names.slice(0, made).map((name) => (
            <li key={name}>
              <label className="flex cursor-pointer items-center gap-2 font-mono text-sm">
                <input
                  type="checkbox"
                  checked={server.requireApproval.includes(name)}
                  onChange={(event) =>
                    want(
                      event.target.checked
                        ? [...server.requireApproval, name]
                        : server.requireApproval.filter((other) => other !== name),
                    )
                  }
                  className="size-3.5 accent-ink"
                />
                <span className="break-all">
                  <VisibleText text={name} />
                </span>
              </label>
            </li>
          ))}
        </ul>
      )}
      {!server.trusted && (scope === "@write" || scope === "@destructive") && (
        <p className="text-soft text-xs">
          This server is not trusted: what it says of its tools lets none of them through, so this means all
          of them.
        </p>
      )}
      <p className="text-soft text-xs">A tool’s own switch below counts more than this.</p>
      {state.kind !== "idle" && <SaveStatus state={state} />}
      <ReduceOversightDialog
        open={asking !== null}
        onClose={() => setAsking(null)}
        onConfirm={() => {
          if (asking) set(asking);
          setAsking(null);
        }}
      >
        From the next call on, fewer tools of <code className="text-fg text-sm">{server.name}</code> ask a
        person first. What waits now still waits.
      </ReduceOversightDialog>
    </fieldset>
  );
}
