"use client";

import { useEffect, useRef, useState } from "react";
import type { Approval } from "@/lib/approvals/schema";
import { riskWords } from "@/lib/policy/risk";

/** Tells a screen reader, politely, that something asks; each approval once. */
export function NewCardsAnnounced({ pending }: { pending: Approval[] }) {
  const told = useRef(new Set<string>());
  const [words, setWords] = useState("");
  useEffect(() => {
    const fresh = pending.filter(({ id }) => !told.current.has(id));
    if (fresh.length === 0) return;
    for (const { id } of fresh) told.current.add(id);
    const names = fresh
      .filter(({ kind }) => kind === "approval")
      .map(({ tool }) => `${tool.name}, ${riskWords[tool.risk]}`);
    const questions = fresh.length > names.length ? "Question for you. " : "";
    setWords(questions + (names.length > 0 ? `Approval required: ${names.join("; ")}.` : ""));
  }, [pending]);
  return (
    <p aria-live="polite" className="sr-only">
      {words}
    </p>
  );
}
