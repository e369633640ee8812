import type { Approval } from "@/lib/approvals/schema";
import { api, errorSentence } from "../shell/api";
import { mergeInbox, replaceDecided, tellsOfAll } from "./merge-inbox";

const pageSize = 100;

type Page = { items: Approval[]; nextCursor: string | null; total: number };

export type InboxState = {
  /** Null until the first reading. */
  approvals: Approval[] | null;
  /** How many wait, also those that are not shown. */
  waiting: number;
  error: string | null;
  readings: number;
};

/** Everything that waits, in the chat and outside of it; what is decided while the page is open keeps its place. */
export class InboxStore {
  readonly #listeners = new Set<() => void>();
  #state: InboxState = { approvals: null, waiting: 0, error: null, readings: 0 };
  #reading = false;
  #again = false;

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  state = (): InboxState => this.#state;

  answered = (answers: Approval[]): void => {
    const { approvals } = this.#state;
    if (approvals) this.#set({ approvals: replaceDecided(approvals, answers) });
  };

  /** Reads again; what asks for it meanwhile is served by one more reading. */
  refresh = async (): Promise<void> => {
    this.#again = true;
    if (this.#reading) return;
    this.#reading = true;
    while (this.#again) {
      this.#again = false;
      await this.#read().catch((error) => this.#set({ error: errorSentence(error) }));
    }
    this.#reading = false;
  };

  async #read(): Promise<void> {
    const known = this.#state.approvals ?? [];
    const first = await readPage();
    let read = first.items;
    let cursor = first.nextCursor;
    while (cursor !== null && !tellsOfAll(known, read)) {
      const next = await readPage(cursor);
      read = [...read, ...next.items];
      cursor = next.nextCursor;
    }
    const waiting = { firstPage: first.items, read };
    const { shown, decidedElsewhere } = mergeInbox(this.#state.approvals ?? [], waiting);
    const readings = this.#state.readings + 1;
    this.#set({ approvals: shown, waiting: first.total, error: null, readings });
    this.answered(await Promise.all(decidedElsewhere.map((id) => api<Approval>(`/approvals/${id}`))));
  }

  #set(change: Partial<InboxState>): void {
    this.#state = { ...this.#state, ...change };
    for (const listener of this.#listeners) listener();
  }
}

function readPage(cursor?: string): Promise<Page> {
  return api<Page>("/approvals", { query: { status: "pending", limit: pageSize, cursor } });
}
