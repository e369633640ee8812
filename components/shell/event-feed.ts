import { api, NetworkError } from "./api";
import { type AppEvent, EventConnection, type FeedWord } from "./event-connection";
import { noteAnswered, noteAway } from "./server-reach";
import { SharedConnection } from "./shared-connection";

type FeedListener = {
  event: (event: AppEvent) => void;
  connected: (connected: boolean) => void;
  /** From here on nothing is missed: what was read before may be from before an event that nobody told. */
  heard: () => void;
};

/** A break shorter than this is nobody's business: the connection comes back by itself. */
const graceMilliseconds = 1_500;

/**
 * The server's events, for as long as the page lives: says when they cannot come, and when they come again. A page that
 * the browser puts aside lets go of them, so that they pass to another tab, and takes them up when it is back.
 */
export class EventFeed {
  readonly #listener: FeedListener;
  readonly #connection: EventConnection | SharedConnection;
  #grace: ReturnType<typeof setTimeout> | undefined;
  #state: "aside" | "opening" | "broken" | "heard" = "aside";

  constructor(listener: FeedListener) {
    this.#listener = listener;
    const Connection = SharedConnection.possible() ? SharedConnection : EventConnection;
    this.#connection = new Connection((word) => this.#hear(word));
  }

  /** Whether the events come. */
  heard = (): boolean => this.#state === "heard";

  open(): void {
    addEventListener("pagehide", this.#putAside);
    addEventListener("pageshow", this.#takeUp);
    document.addEventListener("freeze", this.#putAside);
    document.addEventListener("resume", this.#takeUp);
    this.#takeUp();
  }

  close(): void {
    removeEventListener("pagehide", this.#putAside);
    removeEventListener("pageshow", this.#takeUp);
    document.removeEventListener("freeze", this.#putAside);
    document.removeEventListener("resume", this.#takeUp);
    this.#putAside();
  }

  #takeUp = (): void => {
    if (this.#state !== "aside") return;
    this.#state = "opening";
    this.#connection.open();
  };

  #putAside = (): void => {
    if (this.#state === "aside") return;
    this.#state = "aside";
    clearTimeout(this.#grace);
    this.#grace = undefined;
    this.#connection.close();
  };

  #hear(word: FeedWord): void {
    if (word.kind === "event") this.#listener.event(word.event);
    else if (word.kind === "opened") this.#opened();
    else this.#broken();
  }

  #opened(): void {
    noteAnswered();
    clearTimeout(this.#grace);
    this.#grace = undefined;
    this.#state = "heard";
    this.#listener.connected(true);
    this.#listener.heard();
  }

  #broken(): void {
    this.#state = "broken";
    void this.#look();
    this.#grace ??= setTimeout(() => this.#listener.connected(false), graceMilliseconds);
  }

  /** The events say no reason why they broke off: any call tells whether the session ended or nobody is there. */
  async #look(): Promise<void> {
    try {
      await api("/conversations", { query: { limit: 1 } });
    } catch (error) {
      if (error instanceof NetworkError && this.#state === "broken") noteAway();
    }
  }
}
