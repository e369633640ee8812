"use client";

import { type FormEvent, useEffect, useState } from "react";
import { Button } from "@/components/ui/button";
import { Input, Label } from "@/components/ui/input";
import { Notice } from "@/components/ui/notice";
import { Spinner } from "@/components/ui/spinner";
import { ApiError, api, errorSentence } from "./api";
import { safeNext } from "./safe-next";

export function SignInForm() {
  const [key, setKey] = useState("");
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);

  const signIn = async (given: string) => {
    setBusy(true);
    setError(null);
    try {
      await api("/session", { method: "POST", body: { key: given } });
      const next = new URLSearchParams(location.search).get("next");
      location.replace(safeNext(next, location.origin));
    } catch (problem) {
      const refused = problem instanceof ApiError && problem.status < 500 && problem.status !== 429;
      setError(
        refused
          ? "This key is not the right one. Take it from the newest sign-in link."
          : errorSentence(problem),
      );
      setBusy(false);
    }
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: the link's key is tried once, when the link is opened
  useEffect(() => {
    const tryLink = () => {
      const given = new URLSearchParams(location.hash.slice(1)).get("key");
      if (!given) return;
      // The key does not stay in the address, nor in the history.
      history.replaceState(null, "", location.pathname + location.search);
      void signIn(given);
    };
    tryLink();
    // A link that is opened where this page is already changes the fragment, and loads nothing.
    addEventListener("hashchange", tryLink);
    return () => removeEventListener("hashchange", tryLink);
  }, []);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const given = new URLSearchParams(key.split("#")[1] ?? "").get("key") ?? key.trim();
    if (given === "") setError("Paste the key first.");
    else if (!busy) void signIn(given);
  };

  return (
    <form onSubmit={submit} className="flex flex-col gap-3">
      <div className="flex flex-col gap-1.5">
        <Label htmlFor="key">Key</Label>
        <Input
          id="key"
          value={key}
          onChange={(event) => setKey(event.target.value)}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          aria-invalid={error !== null}
          aria-describedby={error ? "key-error" : undefined}
          className="font-mono"
        />
      </div>
      {error && (
        <div id="key-error">
          <Notice>{error}</Notice>
        </div>
      )}
      <Button type="submit" variant="primary" aria-disabled={busy}>
        {busy && <Spinner />}
        Sign in
      </Button>
    </form>
  );
}
