"use client";

import { type ChangeEvent, useEffect, useLayoutEffect, useState, useSyncExternalStore } from "react";
import { type Save, SavedText } from "./saved-text";

type SavedField<Value> = {
  kept: Value;
  write: (value: Value) => string;
  read: (text: string) => Value | undefined;
  onSave: Save<Value>;
};

/** A field whose text is saved by itself: what to spread on it, and the value that it says. */
export function useSavedField<Value extends string | number | null>(options: SavedField<Value>) {
  const { kept, read, onSave } = options;
  const [saved] = useState(() => new SavedText<Value>(options));
  const text = useSyncExternalStore(saved.subscribe, saved.text, saved.text);
  useLayoutEffect(() => saved.update(kept, onSave));
  useEffect(() => saved.open(), [saved]);
  const value = read(text);
  return {
    text,
    value,
    field: {
      value: text,
      "aria-invalid": value === undefined,
      onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) =>
        saved.type(event.target.value),
      onBlur: saved.save,
    },
  };
}
