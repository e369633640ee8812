"use client";

import { useEffect, useState } from "react";
import { ApiError, api, errorSentence } from "@/components/shell/api";
import { useUnsaved } from "@/components/shell/leave-guard";
import type { PublishedTool } from "./studio-page";
import {
  type DraftField,
  type DraftProblems,
  draftOf,
  newTool,
  problemsOf,
  publishedBody,
  type ToolDraft,
} from "./tool-draft";

const fields: readonly string[] = ["name", "description", "inputSchema", "code"] satisfies DraftField[];

/** The field that an answer of the server names, as far as the page has it. */
function fieldOf(field: string | null): DraftField | null {
  const first = field?.split(".")[0] ?? "";
  if (first === "capabilities") return field?.includes("hosts") ? "hosts" : null;
  return fields.includes(first) ? (first as DraftField) : null;
}

/** What is being written, and publishing it. */
export function useStudio(published: PublishedTool | null, onPublished: (tool: PublishedTool) => void) {
  const [draft, setDraft] = useState<ToolDraft>(() => (published ? draftOf(published) : newTool));
  const [saved, setSaved] = useState(draft);
  useUnsaved(JSON.stringify(draft) !== JSON.stringify(saved));
  const [problems, setProblems] = useState<DraftProblems>({});
  const [state, setState] = useState<
    { kind: "idle" | "busy" | "done" } | { kind: "failed"; message: string }
  >({
    kind: "idle",
  });
  const [secrets, setSecrets] = useState<string[] | null>(null);
  useEffect(() => {
    api<{ items: { name: string }[] }>("/secrets").then(
      ({ items }) => setSecrets(items.map(({ name }) => name)),
      () => setSecrets([]),
    );
  }, []);

  const change = (part: Partial<ToolDraft>) => {
    setDraft((known) => ({ ...known, ...part }));
    setProblems((known) =>
      Object.fromEntries(Object.entries(known).filter(([field]) => !Object.hasOwn(part, field))),
    );
    setState((known) => (known.kind === "busy" ? known : { kind: "idle" }));
  };
  const publish = async () => {
    const body = publishedBody(draft);
    setProblems(problemsOf(draft));
    if (!body) return setState({ kind: "failed", message: "Not published: fix the fields marked above." });
    setState({ kind: "busy" });
    try {
      const path = published ? `/tools/${encodeURIComponent(published.name)}` : "/tools";
      const tool = await api<PublishedTool>(path, { method: published ? "PUT" : "POST", body });
      setSaved({ ...draft, mode: "default" });
      setDraft((known) => ({ ...known, mode: "default" }));
      setState({ kind: "done" });
      onPublished(tool);
    } catch (error) {
      const field = error instanceof ApiError ? fieldOf(error.field) : null;
      if (field) setProblems({ [field]: errorSentence(error) });
      setState({ kind: "failed", message: errorSentence(error) });
    }
  };
  const restore = async (version: number) => {
    if (!published) return;
    const path = `/tools/${encodeURIComponent(published.name)}/versions/${version}/restore`;
    const tool = await api<PublishedTool>(path, { method: "POST" });
    setDraft(draftOf(tool));
    setSaved(draftOf(tool));
    setProblems({});
    setState({ kind: "done" });
    onPublished(tool);
  };
  return { draft, change, problems, state, secrets, publish, restore };
}
