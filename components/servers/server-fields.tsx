"use client";

import { Field } from "@/components/ui/field";
import { Input, Textarea } from "@/components/ui/input";
import { Notice } from "@/components/ui/notice";
import { SwitchLine } from "@/components/ui/switch-line";
import type { DraftProblem, ServerDraft } from "./server-draft";
import { splitCommand } from "./split-command";

type Props = {
  draft: ServerDraft;
  onChange: (change: Partial<ServerDraft>) => void;
  problem: DraftProblem | null;
};

const plain = { autoComplete: "off", autoCapitalize: "none", spellCheck: false } as const;

/** Where the server is reached over the network, and what it is told to know who asks. */
export function UrlFields({ draft, onChange, problem }: Props) {
  const wrong = (field: keyof ServerDraft) => (problem?.field === field ? problem.message : null);
  return (
    <>
      <Field label="URL" problem={wrong("url")} hint="Of a server that speaks MCP over HTTP.">
        {(control) => (
          <Input
            {...control}
            {...plain}
            inputMode="url"
            value={draft.url}
            placeholder="https://example.com/mcp"
            onChange={(event) => onChange({ url: event.target.value })}
            className="font-mono text-sm"
          />
        )}
      </Field>
      {draft.url.trim() !== "" && (
        <>
          <Field
            label="Bearer token"
            hint="Kept encrypted and never shown again. Leave it empty where none is needed, or where you sign in with a button."
          >
            {(control) => (
              <Input
                {...control}
                {...plain}
                autoComplete="new-password"
                type="password"
                value={draft.token}
                onChange={(event) => onChange({ token: event.target.value })}
              />
            )}
          </Field>
          <Field
            label="Other headers"
            problem={wrong("headers")}
            hint="One a line, such as X-Api-Key: value. Kept like the token."
          >
            {(control) => (
              <Textarea
                {...control}
                {...plain}
                rows={1}
                value={draft.headers}
                onChange={(event) => onChange({ headers: event.target.value })}
                className="font-mono text-sm"
              />
            )}
          </Field>
          <SwitchLine
            label="Private addresses"
            hint="Let this server be on this machine or in your network. Its tools could then reach what is only there."
            checked={draft.allowPrivateAddress}
            onChange={(allowPrivateAddress) => onChange({ allowPrivateAddress })}
          />
        </>
      )}
    </>
  );
}

/** A program that Countersign starts and talks to. */
export function CommandFields({ draft, onChange, problem }: Props) {
  const wrong = (field: keyof ServerDraft) => (problem?.field === field ? problem.message : null);
  const words = splitCommand(draft.command);
  return (
    <>
      <Field
        label="Command"
        problem={wrong("command")}
        hint={
          words && words.length > 1 ? (
            <span className="flex flex-wrap items-center gap-1">
              Runs
              {words.map((word, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the words of a line have no identity but their place
                <code key={index} className="break-all rounded border bg-code px-1 text-fg">
                  {word || "(empty)"}
                </code>
              ))}
            </span>
          ) : (
            "A local program with its arguments. No shell reads it; quote what has spaces in it."
          )
        }
      >
        {(control) => (
          <Input
            {...control}
            {...plain}
            value={draft.command}
            placeholder="npx -y @modelcontextprotocol/server-filesystem /home/me/notes"
            onChange={(event) => onChange({ command: event.target.value })}
            className="font-mono text-sm"
          />
        )}
      </Field>
      {draft.command.trim() !== "" && (
        <>
          <Notice tone="warning">
            This program runs with your rights on this machine: it can read and change what you can, whatever
            its tools ask. What it does by itself is outside of what Countersign promises.
          </Notice>
          <Field
            label="Environment"
            problem={wrong("env")}
            hint="One a line, such as NAME=value; kept encrypted and never shown again. It gets little else of yours."
          >
            {(control) => (
              <Textarea
                {...control}
                {...plain}
                rows={1}
                value={draft.env}
                onChange={(event) => onChange({ env: event.target.value })}
                className="font-mono text-sm"
              />
            )}
          </Field>
        </>
      )}
    </>
  );
}
