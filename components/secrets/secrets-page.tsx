"use client";

import { Plus } from "lucide-react";
import { useCallback, useEffect, useState } from "react";
import { api, errorSentence } from "@/components/shell/api";
import { usePageTitle } from "@/components/shell/page-title";
import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import { Skeleton } from "@/components/ui/skeleton";
import { Time } from "@/components/ui/time";
import { DeleteSecretDialog } from "./delete-secret-dialog";
import { SecretDialog } from "./secret-dialog";

type Secret = { name: string; updatedAt: string };
type Doing = { kind: "set" } | { kind: "replace" | "delete"; name: string };

export function SecretsPage() {
  usePageTitle("Secrets");
  const [secrets, setSecrets] = useState<Secret[] | null>(null);
  const [error, setError] = useState<string | null>(null);
  const [doing, setDoing] = useState<Doing | null>(null);
  const load = useCallback(async () => {
    try {
      setSecrets((await api<{ items: Secret[] }>("/secrets")).items);
      setError(null);
    } catch (problem) {
      setError(errorSentence(problem));
    }
  }, []);
  useEffect(() => void load(), [load]);
  const done = () => {
    setDoing(null);
    void load();
  };

  return (
    <div className="flex max-w-3xl flex-col gap-4">
      <div className="flex flex-wrap items-end justify-between gap-3">
        <div className="max-w-lg">
          <h2 className="font-semibold text-lg tracking-tight">Secrets</h2>
          <p className="text-soft">
            Values for tools that you write, by name. They are kept encrypted, never shown again, and masked
            wherever a result would repeat them.
          </p>
        </div>
        <Button variant="primary" onClick={() => setDoing({ kind: "set" })}>
          <Plus aria-hidden="true" className="size-4" />
          Set a secret
        </Button>
      </div>
      {error && <Notice>{error}</Notice>}
      {!secrets && !error && <Skeleton className="h-24 rounded-2xl" />}
      {secrets?.length === 0 && (
        <p className="rounded-2xl border border-dashed px-4 py-10 text-center text-soft">No secret yet.</p>
      )}
      {secrets && secrets.length > 0 && (
        <ul aria-label="Secrets" className="rounded-2xl border bg-card shadow-raised">
          {secrets.map(({ name, updatedAt }) => (
            <li
              key={name}
              className="flex flex-wrap items-center gap-x-3 gap-y-1 border-t px-4 py-2.5 first:border-t-0"
            >
              <code className="break-all font-semibold text-sm">{name}</code>
              <span className="text-soft text-sm">
                set <Time at={updatedAt} />
              </span>
              <span className="ml-auto flex gap-1">
                <Button
                  size="sm"
                  variant="ghost"
                  aria-label={`Replace ${name}`}
                  onClick={() => setDoing({ kind: "replace", name })}
                >
                  Replace
                </Button>
                <Button
                  size="sm"
                  variant="ghost"
                  aria-label={`Delete ${name}`}
                  onClick={() => setDoing({ kind: "delete", name })}
                >
                  Delete
                </Button>
              </span>
            </li>
          ))}
        </ul>
      )}
      {(doing?.kind === "set" || doing?.kind === "replace") && (
        <SecretDialog
          name={doing.kind === "replace" ? doing.name : null}
          onClose={() => setDoing(null)}
          onDone={done}
        />
      )}
      {doing?.kind === "delete" && (
        <DeleteSecretDialog name={doing.name} onClose={() => setDoing(null)} onDone={done} />
      )}
    </div>
  );
}
