import { api, apiUrl, NetworkError } from "./api";
import { noteAnswered, noteAway } from "./server-reach";

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

type FeedListener = {
  event: (event: AppEvent) => void;
  connected: (connected: boolean) => void;
  /** From here on nothing is missed: what was read before may be from before an event that nobody told. */
  heard: () => void;
};

/** A break shorter than this is nobody's business: the browser connects again by itself. */
const graceMilliseconds = 1_500;
const retryMilliseconds = 2_000;

/** The server's events, for as long as the page lives: comes back by itself, and says when it cannot. */
export class EventFeed {
  readonly #listener: FeedListener;
  #source: EventSource | null = null;
  #grace: ReturnType<typeof setTimeout> | undefined;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #broken = false;
  #heard = false;

  constructor(listener: FeedListener) {
    this.#listener = listener;
  }

  /** Whether the events come. */
  heard = (): boolean => this.#heard;

  open(): void {
    addEventListener("offline", this.#tryAgain);
    addEventListener("online", this.#tryAgain);
    this.#connect();
  }

  close(): void {
    removeEventListener("offline", this.#tryAgain);
    removeEventListener("online", this.#tryAgain);
    clearTimeout(this.#grace);
    clearTimeout(this.#retry);
    this.#source?.close();
    this.#heard = false;
  }

  #connect(): void {
    clearTimeout(this.#retry);
    this.#source?.close();
    const source = new EventSource(apiUrl("/events"));
    this.#source = source;
    source.onopen = () => this.#opened();
    source.onerror = () => {
      this.#break();
      // One that was refused stays closed.
      if (source.readyState !== EventSource.CLOSED) return;
      clearTimeout(this.#retry);
      this.#retry = setTimeout(() => this.#connect(), retryMilliseconds);
    };
    for (const type of eventTypes) {
      source.addEventListener(type, (message) => this.#listener.event(JSON.parse(message.data) as AppEvent));
    }
  }

  #opened(): void {
    noteAnswered();
    clearTimeout(this.#grace);
    this.#grace = undefined;
    this.#broken = false;
    this.#heard = true;
    this.#listener.connected(true);
    this.#listener.heard();
  }

  #break(): void {
    this.#broken = true;
    this.#heard = false;
    void this.#look();
    this.#grace ??= setTimeout(() => this.#listener.connected(false), graceMilliseconds);
  }

  /** An EventSource says no reason why it broke: any call tells whether the session ended or nobody is there. */
  async #look(): Promise<void> {
    try {
      await api("/conversations", { query: { limit: 1 } });
    } catch (error) {
      if (error instanceof NetworkError && this.#broken) noteAway();
    }
  }

  /** A server on this machine is there without a network, and another may be lost with one: trying tells. */
  #tryAgain = (): void => {
    this.#break();
    this.#connect();
  };
}
