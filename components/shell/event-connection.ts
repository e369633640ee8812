import { apiUrl } from "./api";

export const eventTypes = [
  "approval.requested",
  "approval.decided",
  "run.state",
  "conversation.updated",
] as const;

export type AppEvent = {
  type: (typeof eventTypes)[number];
  id: string;
  conversationId: string | null;
  runId: string | null;
  approvalId: string | null;
  state: string | null;
};

/** What is heard of the server's events: that they begin to come, that they break off, and each of them. */
export type FeedWord = { kind: "opened" } | { kind: "broken" } | { kind: "event"; event: AppEvent };
export type ConnectionState = "connecting" | "open" | "broken";

const retryMilliseconds = 2_000;

/** A connection to the server's events that comes back by itself. */
export class EventConnection {
  readonly #tell: (word: FeedWord) => void;
  #source: EventSource | null = null;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #triedAt = 0;
  #state: ConnectionState = "connecting";

  constructor(tell: (word: FeedWord) => void) {
    this.#tell = tell;
  }

  get state(): ConnectionState {
    return this.#state;
  }

  open(): void {
    addEventListener("offline", this.#networkChanged);
    addEventListener("online", this.#networkChanged);
    this.#connect();
  }

  close(): void {
    removeEventListener("offline", this.#networkChanged);
    removeEventListener("online", this.#networkChanged);
    clearTimeout(this.#retry);
    this.#source?.close();
    this.#state = "connecting";
  }

  /** Tries now where the next try is due: a tab in the background is woken for its timers once a minute only. */
  hurry(): void {
    const refused = this.#source?.readyState === EventSource.CLOSED;
    if (refused && Date.now() - this.#triedAt >= retryMilliseconds) this.#connect();
  }

  #connect(): void {
    clearTimeout(this.#retry);
    this.#triedAt = Date.now();
    this.#source?.close();
    const source = new EventSource(apiUrl("/events"));
    this.#source = source;
    source.onopen = () => {
      this.#state = "open";
      this.#tell({ kind: "opened" });
    };
    source.onerror = () => {
      this.#break();
      // One that was refused stays closed.
      if (source.readyState !== EventSource.CLOSED) return;
      clearTimeout(this.#retry);
      this.#retry = setTimeout(() => this.#connect(), retryMilliseconds);
    };
    for (const type of eventTypes) {
      source.addEventListener(type, ({ data }) =>
        this.#tell({ kind: "event", event: JSON.parse(data) as AppEvent }),
      );
    }
  }

  #break(): void {
    this.#state = "broken";
    this.#tell({ kind: "broken" });
  }

  /** A server on this machine is there without a network, and another may be lost with one: trying tells. */
  #networkChanged = (): void => {
    this.#break();
    this.#connect();
  };
}
