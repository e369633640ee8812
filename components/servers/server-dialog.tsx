"use client";

import { type FormEvent, useId, useState } from "react";
import { ApiError, errorSentence } from "@/components/shell/api";
import { useLeave, useUnsaved } from "@/components/shell/leave-guard";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Notice } from "@/components/ui/notice";
import { SwitchLine } from "@/components/ui/switch-line";
import type { ServerInput, ServerView } from "@/lib/tools/servers/server-schema";
import { type DraftProblem, emptyServer, readDraft, type ServerDraft } from "./server-draft";
import { CommandFields, UrlFields } from "./server-fields";
import { joinCommand } from "./split-command";
import { TrustDialog } from "./trust-dialog";

type Props = {
  /** The one to change; without it a new one is added. */
  server?: ServerView;
  onClose: () => void;
  onSave: (input: ServerInput) => Promise<void>;
};

function draftOf(server: ServerView): ServerDraft {
  const { name, url, command, args, allowPrivateAddress } = server;
  const line = command === null ? "" : joinCommand([command, ...args]);
  return { ...emptyServer, name, url: url ?? "", command: line, allowPrivateAddress };
}

export function ServerDialog({ server, onClose, onSave }: Props) {
  const formId = useId();
  const [begun] = useState(() => (server ? draftOf(server) : emptyServer));
  const [draft, setDraft] = useState(begun);
  const [problem, setProblem] = useState<DraftProblem | null>(null);
  const [refused, setRefused] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [trusting, setTrusting] = useState(false);
  useUnsaved(JSON.stringify(draft) !== JSON.stringify(begun));
  const leave = useLeave();
  const close = () => leave(onClose);
  const change = (part: Partial<ServerDraft>) => {
    setDraft((known) => ({ ...known, ...part }));
    setProblem(null);
  };

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    const read = readDraft(draft);
    setRefused(null);
    if ("problem" in read) return setProblem(read.problem);
    setBusy(true);
    try {
      // Of one that is changed it is not said: what moves elsewhere must be able to lose it.
      await onSave(server ? read.input : { ...read.input, trusted: draft.trusted });
      onClose();
    } catch (error) {
      if (error instanceof ApiError && error.field === "name") {
        setProblem({ field: "name", message: error.message });
      } else setRefused(errorSentence(error));
      setBusy(false);
    }
  };

  const kept = server ? [...server.headerNames, ...server.envNames] : [];
  const fields = { draft, onChange: change, problem };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && close()}
      form
      title={server ? `Change ${server.name}` : "Add server"}
      description={
        server
          ? "With another address, command or argument it is another server: no longer trusted, and its tools go back to review."
          : "Its tools become tools of the agent. Until you trust it, each of them asks."
      }
      footer={
        <>
          <Button onClick={close}>Cancel</Button>
          <Button type="submit" form={formId} variant="primary" busy={busy}>
            {server ? "Save changes" : "Add server"}
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={submit} noValidate className="flex flex-col gap-4">
        {!server && (
          <Field
            label="Name"
            problem={problem?.field === "name" ? problem.message : null}
            hint={
              <>
                Its tools are named <code>{draft.name.trim() || "name"}__tool</code>; the name stays.
              </>
            }
          >
            {(control) => (
              <Input
                {...control}
                autoComplete="off"
                autoCapitalize="none"
                spellCheck={false}
                maxLength={32}
                value={draft.name}
                onChange={(event) => change({ name: event.target.value })}
                className="font-mono text-sm"
              />
            )}
          </Field>
        )}
        {server?.command == null && <UrlFields {...fields} />}
        {!server && <p className="-my-2 text-center text-faint text-xs">or</p>}
        {server?.url == null && <CommandFields {...fields} />}
        {kept.length > 0 && (
          <p className="text-soft text-xs">
            Kept: <code className="text-fg">{kept.join(", ")}</code>. What you write above replaces all of it;
            empty fields leave it as it is.
          </p>
        )}
        {!server && (
          <SwitchLine
            label="Trusted"
            hint="What it says of its tools (only reads, destroys) then sets their risk and which of them ask. Otherwise its words count for nothing, and all of them ask."
            checked={draft.trusted}
            onChange={(trusted) => (trusted ? setTrusting(true) : change({ trusted }))}
          />
        )}
        {refused && <Notice>{refused}</Notice>}
      </form>
      <TrustDialog
        name={draft.name.trim() || "this server"}
        open={trusting}
        onClose={() => setTrusting(false)}
        onConfirm={() => {
          setTrusting(false);
          change({ trusted: true });
        }}
      />
    </Dialog>
  );
}
