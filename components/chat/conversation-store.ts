import type { Approval } from "@/lib/approvals/schema";
import type { Run } from "@/lib/runs/schema";
import { ApiError, api, errorSentence, NetworkError } from "../shell/api";
import { Rereading } from "../shell/rereading";
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
  /** Why the earlier messages could not be loaded; then only a person asks for them again. */
  earlierError: string | null;
  readings: number;
};

/** Long enough not to knock on a stream that ends at once again and again, short enough not to be seen. */
const reopenMilliseconds = 250;

/** What the page knows of one conversation: readings of the server and the stream of its running run, joined. */
export class ConversationStore {
  readonly #id: string;
  readonly #listeners = new Set<() => void>();
  readonly #reading: Rereading<ConversationView>;
  #state: ConversationState;
  #stop = new AbortController();
  #following: { runId: string; stop: AbortController } | null = null;
  #endedAt = 0;

  constructor(id: string, view: ConversationView | null) {
    this.#id = id;
    const nothing = { missing: false, error: null, streamed: null, readings: 0 };
    this.#state = { ...nothing, view, answered: new Map(), loadingEarlier: false, earlierError: null };
    this.#reading = new Rereading({
      get: (signal) => this.#get({ signal }),
      show: this.#show,
      failed: this.#failed,
    });
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  state = (): ConversationState => this.#state;

  open(): () => void {
    this.#stop = new AbortController();
    const { signal } = this.#stop;
    document.addEventListener("visibilitychange", this.#visibilityChanged, { signal });
    this.#follow();
    return () => {
      this.#stop.abort();
      this.#reading.stop();
      this.#leaveStream();
    };
  }

  /** Reads the conversation again, as long as the page shows it. */
  refresh = (): void => {
    if (!this.#stop.signal.aborted) this.#reading.again();
  };

  /** As `refresh`, and a reading that is under way now is too old to be shown. */
  readAnew = (): void => {
    if (!this.#stop.signal.aborted) this.#reading.anew();
  };

  /** As `readAnew`: over when the page shows what the server says now, or will not read it any more. */
  readAndShow = async (): Promise<void> => {
    if (!this.#stop.signal.aborted) await this.#reading.shownAtLast();
  };

  loadEarlier = async (): Promise<void> => {
    const { view, loadingEarlier } = this.#state;
    if (!view?.previousCursor || loadingEarlier) return;
    this.#set({ loadingEarlier: true, earlierError: null });
    try {
      const page = await this.#get({ before: view.previousCursor, signal: this.#stop.signal });
      if (this.#state.view) this.#set({ view: prependPage(this.#state.view, page) });
    } catch (error) {
      this.#set({ earlierError: errorSentence(error) });
    } finally {
      this.#set({ loadingEarlier: false });
    }
  };

  /** The server took a message and started this run. */
  started = (message: ChatMessage, run: Run): void => {
    const { view } = this.#state;
    if (view) {
      const messages = [...view.messages.filter(({ id }) => id !== message.id), message];
      this.#set({ view: { ...view, messages, run } });
    }
    this.readAnew();
    this.#follow();
  };

  changed = (change: Partial<Pick<ConversationView, "queued" | "run" | "model" | "tools">>): void => {
    if (this.#state.view) this.#set({ view: { ...this.#state.view, ...change } });
    this.readAnew();
    this.#follow();
  };

  decided = (approvals: Approval[]): void => {
    const decided = approvals.filter(({ status }) => status !== "pending");
    const entries = decided.map((approval): [string, Approval] => [approval.id, approval]);
    this.#set({ answered: new Map([...this.#state.answered, ...entries]) });
    this.readAnew();
  };

  #set(change: Partial<ConversationState>): void {
    this.#state = { ...this.#state, ...change };
    for (const listener of this.#listeners) listener();
  }

  #get({ before, signal }: { before?: string; signal: AbortSignal }): Promise<ConversationView> {
    return api<ConversationView>(`/conversations/${this.#id}`, { query: { before }, signal });
  }

  #show = (fresh: ConversationView): void => {
    const readings = this.#state.readings + 1;
    this.#set({ view: mergeView(this.#state.view, fresh), error: null, missing: false, readings });
    this.#dropFinishedStream();
    this.#follow();
  };

  #failed = (error: unknown): void => {
    // What is shown stays true; the banner says it where the server is away.
    if (error instanceof NetworkError && this.#state.view) return;
    const missing = error instanceof ApiError && error.status === 404;
    this.#set(missing ? { missing } : { error: errorSentence(error) });
  };

  #dropFinishedStream(): void {
    const { view, streamed } = this.#state;
    if (!streamed || this.#following?.runId === streamed.runId) return;
    const rests = view?.run?.id === streamed.runId && ["running", "waiting"].includes(view.run.state);
    if (!rests) this.#set({ streamed: null });
  }

  /** A tab that nobody sees lets go of its stream: the browser has few connections, and its events tell the rest. */
  #visibilityChanged = (): void => {
    if (document.visibilityState === "hidden") this.#leaveStream();
    else {
      this.refresh();
      this.#follow();
    }
  };

  #leaveStream(): void {
    this.#following?.stop.abort();
    this.#following = null;
  }

  #follow = (): void => {
    const run = this.#state.view?.run;
    if (!run || !isMoving(run) || this.#following?.runId === run.id || this.#stop.signal.aborted) return;
    if (document.visibilityState === "hidden") return;
    const wait = this.#endedAt + reopenMilliseconds - Date.now();
    if (wait > 0) {
      setTimeout(this.#follow, wait);
      return;
    }
    this.#leaveStream();
    const stop = new AbortController();
    this.#following = { runId: run.id, stop };
    void this.#readStream(run.id, stop.signal);
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
      if (signal.aborted) return;
      if (end === "gone") this.#set({ streamed: null });
    } catch {
      // Only who looks away or leaves ends the reading this way; the run goes on without a reader.
      return;
    }
    this.#following = null;
    this.#endedAt = Date.now();
    this.refresh();
  }
}
