import type { Approval } from "@/lib/approvals/schema";
import { api, errorSentence } from "../shell/api";
import { Rereading } from "../shell/rereading";
import {
  emptyInbox,
  type Inbox,
  isPending,
  mergeInbox,
  replaceDecided,
  tellsOfAll,
  type Waiting,
} from "./merge-inbox";

const pageSize = 100;

type Page = { items: Approval[]; nextCursor: string | null; total: number };

/** What waits, how many in all, and those the page shows as waiting that were decided elsewhere. */
type Reading = Waiting & { total: number; decided: Approval[] };

export type InboxState = {
  /** Null until the first reading. */
  approvals: readonly Approval[] | null;
  /** How many wait that are not shown; all of them are older. */
  hidden: number;
  error: string | null;
  readings: number;
};

/** Everything that waits, in the chat and outside of it; what is decided while the page is open keeps its place. */
export class InboxStore {
  readonly #listeners = new Set<() => void>();
  #state: InboxState = { approvals: null, hidden: 0, error: null, readings: 0 };
  #hiddenUntil = emptyInbox.hiddenUntil;
  readonly #reading = new Rereading<Reading>({
    get: (signal) => this.#get(signal),
    show: ({ total, decided, ...waiting }) => {
      const { shown, hiddenUntil } = mergeInbox(this.#inbox(), waiting);
      const approvals = replaceDecided(shown, decided);
      const pending = approvals.filter(isPending).length;
      const hidden = hiddenUntil === emptyInbox.hiddenUntil ? 0 : Math.max(0, total - pending);
      this.#hiddenUntil = hiddenUntil;
      this.#set({ approvals, hidden, error: null, readings: this.#state.readings + 1 });
      if (hidden > 0 && pending === 0) this.refresh();
    },
    failed: (problem) => this.#set({ error: errorSentence(problem) }),
  });

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
  refresh = this.#reading.again;

  stop = this.#reading.stop;

  #inbox(): Inbox {
    return { shown: this.#state.approvals ?? [], hiddenUntil: this.#hiddenUntil };
  }

  async #get(signal: AbortSignal): Promise<Reading> {
    const known = this.#inbox();
    const first = await readPage(signal);
    let read = first.items;
    let cursor = first.nextCursor;
    while (cursor !== null && !tellsOfAll(known.shown, read)) {
      const next = await readPage(signal, cursor);
      read = [...read, ...next.items];
      cursor = next.nextCursor;
    }
    const waiting = { read, more: cursor !== null };
    const { decidedElsewhere } = mergeInbox(known, waiting);
    const decided = decidedElsewhere.map((id) => api<Approval>(`/approvals/${id}`, { signal }));
    return { ...waiting, total: first.total, decided: await Promise.all(decided) };
  }

  #set(change: Partial<InboxState>): void {
    this.#state = { ...this.#state, ...change };
    for (const listener of this.#listeners) listener();
  }
}

function readPage(signal: AbortSignal, cursor?: string): Promise<Page> {
  return api<Page>("/approvals", { query: { status: "pending", limit: pageSize, cursor }, signal });
}
