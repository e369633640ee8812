"use client";

import { type FormEvent, useId, useState } from "react";
import { api, errorSentence } from "@/components/shell/api";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Notice } from "@/components/ui/notice";

/** A value shorter than this would be masked wherever its letters stand, so the server refuses it. */
const shortest = 4;

type Props = { name: string | null; onClose: () => void; onDone: () => void };

/** Sets a new secret, or replaces the value of one: what it was cannot be read again. */
export function SecretDialog({ name: known, onClose, onDone }: Props) {
  const formId = useId();
  const [name, setName] = useState(known ?? "");
  const [value, setValue] = useState("");
  const [busy, setBusy] = useState(false);
  const [tried, setTried] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const badName = /^[A-Za-z][A-Za-z0-9_]{0,63}$/.test(name)
    ? null
    : "A letter first, then letters, digits or underscores; at most 64.";
  const badValue = value.length < shortest ? `At least ${shortest} characters.` : null;

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (busy || badName || badValue) return;
    setBusy(true);
    setError(null);
    try {
      await api(`/secrets/${encodeURIComponent(name)}`, { method: "PUT", body: { value } });
      onDone();
    } catch (problem) {
      setError(errorSentence(problem));
      setBusy(false);
    }
  };

  return (
    <Dialog
      open
      form
      onOpenChange={(open) => !open && onClose()}
      title={known ? `Replace ${known}` : "Set a secret"}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={formId} variant="primary" busy={busy}>
            {known ? "Replace secret" : "Set secret"}
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={submit} noValidate className="flex flex-col gap-4">
        {!known && (
          <Field label="Name" problem={tried ? badName : null} hint="Tools ask for it by this name.">
            {(control) => (
              <Input
                {...control}
                autoComplete="off"
                autoCapitalize="none"
                spellCheck={false}
                placeholder="API_KEY"
                value={name}
                onChange={(event) => setName(event.target.value.trim())}
                className="font-mono text-sm"
              />
            )}
          </Field>
        )}
        <Field label="Value" problem={tried ? badValue : null} hint="Nobody can read it here again.">
          {(control) => (
            <Input
              {...control}
              type="password"
              autoComplete="new-password"
              maxLength={20_000}
              value={value}
              onChange={(event) => setValue(event.target.value)}
            />
          )}
        </Field>
        {error && <Notice>{error}</Notice>}
      </form>
    </Dialog>
  );
}
