import { ApiError, api, errorSentence, NetworkError } from "@/components/shell/api";
import type { Approval } from "@/lib/approvals/schema";
import type { Run } from "@/lib/runs/schema";
import { followRun } from "./follow-run";
import { mergeView, prependPage } from "./merge-view";
import type { ChatChunk, ChatMessage, ConversationView } from "./message-types";
import { nothingStreamed, reduceChunk, type StreamedMessage } from "./reduce-chunk";
import { isMoving } from "./status-words";

export type ConversationState = {
  view: ConversationView | null;
  missing: boolean;
  error: string | null;
  streamed: (StreamedMessage & { runId: string; cursor: string | null }) | null;
  answered: ReadonlyMap<string, Approval>;
  loadingEarlier: boolean;
  readings: number;
};

/** Long enough not to knock on a stream that ends at once again and again, short enough not to be seen. */
const reopenMilliseconds = 250;

/** What the page knows of one conversation: readings of the server and the stream of its running run, joined. */
export class ConversationStore {
  readonly #id: string;
  readonly #listeners = new Set<() => void>();
  #state: ConversationState;
  #stop = new AbortController();
  #following: string | null = null;
  #reading = false;
  #readAgain = false;
  #changes = 0;
  #endedAt = 0;

  constructor(id: string, view: ConversationView | null) {
    this.#id = id;
    const empty = { missing: false, error: null, streamed: null, loadingEarlier: false, readings: 0 };
    this.#state = { ...empty, view, answered: new Map() };
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  state = (): ConversationState => this.#state;

  open(): () => void {
    this.#stop = new AbortController();
    const stop = this.#stop;
    this.#following = null;
    this.#reading = false;
    this.#follow();
    return () => stop.abort();
  }

  /** Reads the conversation again; what asks for it meanwhile is served by one more reading after it. */
  refresh = (): void => {
    this.#readAgain = true;
    if (!this.#reading) void this.#read();
  };

  /** As `refresh`, and a reading that is under way now is too old to be shown. */
  readAnew = (): void => {
    this.#changes += 1;
    this.refresh();
  };

  loadEarlier = async (): Promise<void> => {
    const { view, loadingEarlier } = this.#state;
    if (!view?.previousCursor || loadingEarlier) return;
    this.#set({ loadingEarlier: true });
    try {
      const page = await this.#get({ before: view.previousCursor });
      if (this.#state.view) this.#set({ view: prependPage(this.#state.view, page), error: null });
    } catch (error) {
      this.#set({ error: errorSentence(error) });
    } finally {
      this.#set({ loadingEarlier: false });
    }
  };

  /** The server took a message and started this run. */
  started = (message: ChatMessage, run: Run): void => {
    this.#changes += 1;
    const { view } = this.#state;
    if (view) {
      const messages = [...view.messages.filter(({ id }) => id !== message.id), message];
      this.#set({ view: { ...view, messages, run, queued: null } });
    }
    this.refresh();
    this.#follow();
  };

  changed = (change: Partial<Pick<ConversationView, "queued" | "run" | "model" | "tools">>): void => {
    this.#changes += 1;
    if (this.#state.view) this.#set({ view: { ...this.#state.view, ...change } });
    this.refresh();
    this.#follow();
  };

  decided = (approvals: Approval[]): void => {
    this.#changes += 1;
    const decided = approvals.filter(({ status }) => status !== "pending");
    const entries = decided.map((approval): [string, Approval] => [approval.id, approval]);
    this.#set({ answered: new Map([...this.#state.answered, ...entries]) });
    this.refresh();
  };

  #set(change: Partial<ConversationState>): void {
    this.#state = { ...this.#state, ...change };
    for (const listener of this.#listeners) listener();
  }

  #get(query: { before?: string } = {}): Promise<ConversationView> {
    return api<ConversationView>(`/conversations/${this.#id}`, { query, signal: this.#stop.signal });
  }

  async #read(): Promise<void> {
    const { signal } = this.#stop;
    this.#reading = true;
    while (this.#readAgain && !signal.aborted) {
      this.#readAgain = false;
      const changes = this.#changes;
      try {
        const fresh = await this.#get();
        // The server took something meanwhile: this reading may be from before it, and another one follows.
        if (changes !== this.#changes) continue;
        const readings = this.#state.readings + 1;
        this.#set({ view: mergeView(this.#state.view, fresh), error: null, missing: false, readings });
        this.#dropFinishedStream();
        this.#follow();
      } catch (error) {
        if (signal.aborted) return;
        // What is shown stays true; the banner says that the server is away, and its return brings a new reading.
        if (error instanceof NetworkError && this.#state.view) continue;
        const missing = error instanceof ApiError && error.status === 404;
        this.#set(missing ? { missing } : { error: errorSentence(error) });
      }
    }
    if (!signal.aborted) this.#reading = false;
  }

  #dropFinishedStream(): void {
    const { view, streamed } = this.#state;
    if (!streamed || this.#following === streamed.runId) return;
    const rests = view?.run?.id === streamed.runId && ["running", "waiting"].includes(view.run.state);
    if (!rests) this.#set({ streamed: null });
  }

  #follow = (): void => {
    const run = this.#state.view?.run;
    if (!run || !isMoving(run) || this.#following === run.id || this.#stop.signal.aborted) return;
    const wait = this.#endedAt + reopenMilliseconds - Date.now();
    if (wait > 0) {
      setTimeout(this.#follow, wait);
      return;
    }
    this.#following = run.id;
    void this.#readStream(run.id, this.#stop.signal);
  };

  async #readStream(runId: string, signal: AbortSignal): Promise<void> {
    const known = this.#state.streamed?.runId === runId ? this.#state.streamed : null;
    this.#set({ streamed: known ?? { ...nothingStreamed, runId, cursor: null } });
    const onChunks = (chunks: ChatChunk[], cursor: string | null) => {
      const { streamed } = this.#state;
      if (streamed?.runId !== runId || signal.aborted) return;
      const next = chunks.reduce<StreamedMessage>(reduceChunk, streamed);
      this.#set({ streamed: { ...next, runId, cursor } });
    };
    try {
      const end = await followRun(runId, known?.cursor ?? null, { signal, onChunks });
      if (end === "gone") this.#set({ streamed: null });
    } catch {
      // Only leaving the page ends the reading this way; the run goes on without a reader.
      return;
    }
    if (this.#following === runId) this.#following = null;
    this.#endedAt = Date.now();
    this.refresh();
  }
}
