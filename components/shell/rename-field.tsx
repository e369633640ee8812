"use client";

import { useEffect, useRef, useState } from "react";
import { api, errorSentence } from "./api";

const longestTitle = 200;

/** The title as a field, in the place of the link: Enter or leaving it saves, Escape does not. */
export function RenameField({ id, title, onDone }: { id: string; title: string; onDone: () => void }) {
  const [text, setText] = useState(title);
  const [error, setError] = useState<string | null>(null);
  const field = useRef<HTMLInputElement>(null);

  useEffect(() => {
    field.current?.focus();
    field.current?.select();
  }, []);

  const save = async () => {
    const wanted = text.trim();
    if (wanted === "" || wanted === title) return onDone();
    try {
      await api(`/conversations/${id}`, { method: "PATCH", body: { title: wanted } });
      onDone();
    } catch (problem) {
      setError(errorSentence(problem));
    }
  };

  return (
    <div className="w-full">
      <input
        ref={field}
        aria-label={`New title for ${title}`}
        aria-invalid={error !== null}
        value={text}
        maxLength={longestTitle}
        onChange={(event) => setText(event.target.value)}
        onBlur={save}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing) return;
          if (event.key === "Enter") void save();
          if (event.key === "Escape") onDone();
        }}
        className="h-8 w-full rounded-lg border border-line-strong bg-card px-2 aria-invalid:border-red"
      />
      {error && (
        <p role="alert" className="px-2 py-1 text-red text-xs">
          {error}
        </p>
      )}
    </div>
  );
}
