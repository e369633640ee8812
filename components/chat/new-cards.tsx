"use client";

import { useEffect, useRef, useState } from "react";
import type { Approval } from "@/lib/approvals/schema";
import { newCardsWords } from "./new-cards-words";

/** Tells a screen reader, politely, that something asks; each approval once. */
export function NewCardsAnnounced({ pending }: { pending: readonly Approval[] }) {
  const told = useRef(new Set<string>());
  const [words, setWords] = useState({ text: "", times: 0 });
  useEffect(() => {
    const fresh = pending.filter(({ id }) => !told.current.has(id));
    if (pending.length === 0) setWords((known) => (known.text === "" ? known : { ...known, text: "" }));
    if (fresh.length === 0) return;
    for (const { id } of fresh) told.current.add(id);
    setWords(({ times }) => ({ text: newCardsWords(fresh), times: times + 1 }));
  }, [pending]);
  return (
    <p aria-live="polite" className="sr-only">
      {/* Made anew each time: the same sentence twice would change nothing that a screen reader could tell. */}
      <span key={words.times}>{words.text}</span>
    </p>
  );
}
