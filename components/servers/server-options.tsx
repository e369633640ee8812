"use client";

import { useState } from "react";
import { SaveStatus } from "@/components/settings/save-status";
import { useSavedField } from "@/components/settings/use-saved-field";
import { useSaver } from "@/components/settings/use-saver";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { SwitchLine } from "@/components/ui/switch-line";
import type { ServerPatch, ServerView } from "@/lib/tools/servers/server-schema";
import { TrustDialog } from "./trust-dialog";

type Props = { server: ServerView; onChange: (patch: ServerPatch) => Promise<void> };

export function ServerOptions({ server, onChange }: Props) {
  const { state, save } = useSaver();
  const [trusting, setTrusting] = useState(false);
  const send = (patch: ServerPatch) => save(() => onChange(patch));
  const timeout = useSavedField<number | null>({
    kept: server.timeoutSeconds,
    write: (seconds) => String(seconds ?? ""),
    read: (text) => {
      if (text === "") return null;
      const seconds = /^\d{1,4}$/.test(text) ? Number(text) : 0;
      return seconds >= 1 && seconds <= 3_600 ? seconds : undefined;
    },
    onSave: (timeoutSeconds) => send({ timeoutSeconds }),
  });
  return (
    <section aria-label="Options" className="flex flex-col gap-4 rounded-xl border bg-card p-4">
      <SwitchLine
        label="Trusted"
        hint="Its own words about its tools then set their risk and which of them ask."
        checked={server.trusted}
        onChange={(trusted) => (trusted ? setTrusting(true) : send({ trusted }))}
      />
      {server.url !== null && (
        <SwitchLine
          label="Private addresses"
          hint="It may be on this machine or in your network."
          checked={server.allowPrivateAddress}
          onChange={(allowPrivateAddress) => send({ allowPrivateAddress })}
        />
      )}
      <Field
        label="Time for a call"
        hint="Seconds without a word from the server; progress begins them anew. Empty: 60."
        problem={timeout.value !== undefined ? null : "From 1 to 3,600 seconds."}
      >
        {(control) => (
          <Input
            {...control}
            type="number"
            inputMode="numeric"
            min={1}
            max={3_600}
            placeholder="60"
            {...timeout.field}
            className="max-w-28 tabular-nums"
          />
        )}
      </Field>
      {state.kind !== "idle" && <SaveStatus state={state} />}
      <TrustDialog
        name={server.name}
        open={trusting}
        onClose={() => setTrusting(false)}
        onConfirm={() => {
          setTrusting(false);
          send({ trusted: true });
        }}
      />
    </section>
  );
}
