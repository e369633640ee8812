import { keep, readKept } from "../ui/browser-storage";

type Open = { text: string; listeners: Set<() => void> };

/** The drafts that are on the page now; the others are in the browser's storage. */
const open = new Map<string, Open>();

const storageKey = (key: string): string => `countersign.draft.${key}`;

const stored = (key: string): string => readKept(storageKey(key)) ?? "";

export function openDraft(key: string, listener: () => void): () => void {
  const draft = open.get(key) ?? { text: stored(key), listeners: new Set() };
  open.set(key, draft);
  draft.listeners.add(listener);
  return () => {
    draft.listeners.delete(listener);
    if (draft.listeners.size === 0) open.delete(key);
  };
}

export function readDraft(key: string): string {
  return open.get(key)?.text ?? stored(key);
}

/** Changes what stands there now, which may be more than what its caller has seen: somebody types meanwhile. */
export function changeDraft(key: string, change: (now: string) => string): void {
  const text = change(readDraft(key));
  keep(storageKey(key), text);
  const draft = open.get(key);
  if (!draft) return;
  draft.text = text;
  for (const listener of draft.listeners) listener();
}
