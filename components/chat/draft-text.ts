/** What is left of a draft when this text of it was sent: what was typed meanwhile stays, and an edited one stays whole. */
export function withoutSent(draft: string, sent: string): string {
  return draft.startsWith(sent) ? draft.slice(sent.length).trimStart() : draft;
}

/** A text that comes back into the draft, before what is there; once, however often it comes. */
export function withReturned(draft: string, text: string): string {
  if (draft === text || draft.startsWith(`${text}\n`)) return draft;
  return draft === "" ? text : `${text}\n${draft}`;
}

/**
 * A queued text that stands in the draft while it is on its way, so that it is in one place at least whatever happens.
 * Only what was put in here is taken out: the same words may be the person's own.
 */
export class ReturnedText {
  readonly #change: (change: (now: string) => string) => void;
  #text: string | null = null;

  constructor(change: (change: (now: string) => string) => void) {
    this.#change = change;
  }

  putIn(text: string): void {
    this.#change((now) => {
      const next = withReturned(now, text);
      if (next !== now) this.#text = text;
      return next;
    });
  }

  /** It is the person's own now. */
  leaveIn(): void {
    this.#text = null;
  }

  takeOut(text: string): void {
    if (this.#text !== text) return;
    this.#text = null;
    this.#change((now) => {
      if (now === text) return "";
      return now.startsWith(`${text}\n`) ? now.slice(text.length + 1) : now;
    });
  }
}
