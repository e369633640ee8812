import { api, errorSentence } from "@/components/shell/api";
import type { Approval } from "@/lib/approvals/schema";
import { mergeInbox, replaceDecided } from "./merge-inbox";

const pageSize = 100;

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
    const query = { status: "pending", limit: pageSize };
    const page = await api<{ items: Approval[]; total: number }>("/approvals", { query });
    const { shown, decidedElsewhere } = mergeInbox(this.#state.approvals ?? [], page.items);
    const readings = this.#state.readings + 1;
    this.#set({ approvals: shown, waiting: page.total, error: null, readings });
    if (page.items.length < page.total) return;
    this.answered(await Promise.all(decidedElsewhere.map((id) => api<Approval>(`/approvals/${id}`))));
  }

  #set(change: Partial<InboxState>): void {
    this.#state = { ...this.#state, ...change };
    for (const listener of this.#listeners) listener();
  }
}
