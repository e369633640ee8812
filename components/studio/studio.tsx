"use client";

import { useState } from "react";
import { ReduceOversightDialog } from "@/components/settings/reduce-oversight-dialog";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input, Textarea } from "@/components/ui/input";
import { ApprovalFields } from "./approval-fields";
import { CapabilityFields } from "./capability-fields";
import { CodeEditor } from "./code-editor";
import { DeleteToolDialog } from "./delete-tool-dialog";
import type { PublishedTool } from "./studio-page";
import { capabilitiesOf } from "./tool-draft";
import { ToolVersions } from "./tool-versions";
import { TryPanel } from "./try-panel";
import { useStudio } from "./use-studio";

type Props = {
  published: PublishedTool | null;
  onPublished: (tool: PublishedTool) => void;
  onDeleted: () => void;
};

export function Studio({ published, onPublished, onDeleted }: Props) {
  const { draft, change, problems, state, secrets, publish, restore } = useStudio(published, onPublished);
  const [asking, setAsking] = useState<"lower" | "delete" | null>(null);
  const asksNow = published
    ? published.approval.mode === "required"
    : Object.keys(capabilitiesOf(draft)).length > 0;
  const lowers = draft.mode === "disabled" && asksNow;

  return (
    <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_20rem]">
      <div className="flex min-w-0 flex-col gap-4">
        <Field
          label="Name"
          problem={problems.name ?? null}
          hint={
            published ? "It cannot change: calls and settings refer to it." : "What the agent calls it by."
          }
        >
          {(control) => (
            <Input
              {...control}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              maxLength={64}
              readOnly={published !== null}
              value={draft.name}
              onChange={(event) => change({ name: event.target.value.trim() })}
              className="font-mono text-sm read-only:bg-panel read-only:text-soft"
            />
          )}
        </Field>
        <Field
          label="Description"
          problem={problems.description ?? null}
          hint="The agent decides by it when to call the tool."
        >
          {(control) => (
            <Textarea
              {...control}
              maxLength={4_000}
              value={draft.description}
              onChange={(event) => change({ description: event.target.value })}
            />
          )}
        </Field>
        <CodeEditor
          label="Input schema"
          language="json"
          value={draft.inputSchema}
          onChange={(inputSchema) => change({ inputSchema })}
          problem={problems.inputSchema ?? null}
          hint="JSON Schema. What does not fit it is refused before anyone is asked."
        />
        <CodeEditor
          label="Code"
          language="javascript"
          value={draft.code}
          onChange={(code) => change({ code })}
          problem={problems.code ?? null}
          hint="A module whose default export gets the input, and fetch, files and secrets as far as it may."
        />
        <TryPanel draft={draft} />
      </div>
      <div className="flex min-w-0 flex-col gap-4">
        <CapabilityFields
          draft={draft}
          secrets={secrets}
          problem={problems.hosts ?? null}
          onChange={change}
        />
        <ApprovalFields draft={draft} published={published} onChange={change} />
        {published && <ToolVersions name={published.name} version={published.version} onRestore={restore} />}
      </div>
      <div className="sticky bottom-0 z-10 -mx-4 -mb-6 flex flex-wrap items-center gap-3 border-t bg-bg px-4 py-3 md:-mx-6 md:px-6 lg:col-span-2">
        <Button
          variant="primary"
          busy={state.kind === "busy"}
          onClick={() => (lowers ? setAsking("lower") : publish())}
        >
          Publish
        </Button>
        <p role="status" className="min-w-0 flex-1 text-sm">
          {state.kind === "done" && published && (
            <span className="text-green">Published as version {published.version}.</span>
          )}
          {state.kind === "idle" && published && (
            <span className="text-soft">Version {published.version} is in use.</span>
          )}
          {state.kind === "failed" && <span className="text-red">{state.message}</span>}
        </p>
        {published && (
          <Button variant="ghost" onClick={() => setAsking("delete")}>
            Delete
          </Button>
        )}
      </div>
      <ReduceOversightDialog
        open={asking === "lower"}
        onClose={() => setAsking(null)}
        onConfirm={() => {
          setAsking(null);
          void publish();
        }}
      >
        From the next call on, <code className="text-fg text-sm">{draft.name || "this tool"}</code> runs at
        once, without asking anyone, with all that it may reach.
      </ReduceOversightDialog>
      {asking === "delete" && published && (
        <DeleteToolDialog name={published.name} onClose={() => setAsking(null)} onDeleted={onDeleted} />
      )}
    </div>
  );
}
