import { type ConnectionState, EventConnection, type FeedWord } from "./event-connection";

/** What the tabs of a browser say to each other: the leader, and who asks whether there is one. */
type Message = FeedWord | { kind: "state"; state: ConnectionState } | { kind: "who leads" };

const name = "countersign.events";
/** How long a leader may say nothing, or nothing good, until it is asked. */
const silenceMilliseconds = 5_000;
const brokenMilliseconds = 2_000;
/** One that answers nobody for so long hangs: another takes its place. */
const answerMilliseconds = 5_000;

/**
 * One connection for all tabs of a browser, which opens only six to a host: the tab that holds the lock has it, and
 * tells the others. When that tab goes, the lock passes on.
 */
export class SharedConnection {
  readonly #tell: (word: FeedWord) => void;
  #channel: BroadcastChannel | null = null;
  #candidacy = new AbortController();
  #leading: EventConnection | null = null;
  #state: ConnectionState = "connecting";
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(tell: (word: FeedWord) => void) {
    this.#tell = tell;
  }

  static possible(): boolean {
    return typeof BroadcastChannel === "function" && typeof navigator === "object" && "locks" in navigator;
  }

  open(): void {
    this.#channel = openChannel();
    if (!this.#channel) {
      this.#candidacy = new AbortController();
      void this.#lead(this.#candidacy.signal);
      return;
    }
    this.#channel.onmessage = ({ data }) => this.#hear(data as Message);
    document.addEventListener("visibilitychange", this.#ask);
    void this.#stand({ steal: false });
    this.#ask();
  }

  close(): void {
    document.removeEventListener("visibilitychange", this.#ask);
    this.#candidacy.abort();
    clearTimeout(this.#timer);
    this.#channel?.close();
    this.#channel = null;
    this.#state = "connecting";
  }

  async #stand({ steal }: { steal: boolean }): Promise<void> {
    this.#candidacy.abort();
    const candidacy = new AbortController();
    const { signal } = candidacy;
    this.#candidacy = candidacy;
    try {
      await navigator.locks.request(name, steal ? { steal } : { signal }, () => this.#lead(signal));
    } catch (error) {
      if (signal.aborted) return;
      const taken = error instanceof DOMException && error.name === "AbortError";
      // No locks here: alone, then.
      if (!taken) return this.#lead(signal);
      // Another tab took the lead, for this one answered nobody.
      void this.#stand({ steal: false });
      this.#ask();
    }
  }

  /** Has the connection until it is given up or taken. */
  async #lead(signal: AbortSignal): Promise<void> {
    if (signal.aborted) return;
    clearTimeout(this.#timer);
    this.#state = "connecting";
    const connection = new EventConnection((word) => {
      this.#post(word);
      this.#tell(word);
    });
    this.#leading = connection;
    this.#post({ kind: "state", state: "connecting" });
    connection.open();
    await new Promise<void>((over) => {
      signal.addEventListener("abort", () => {
        connection.close();
        this.#leading = null;
        over();
      });
    });
  }

  #post(message: Message): void {
    this.#channel?.postMessage(message);
  }

  #hear(message: Message): void {
    if (message.kind === "who leads") {
      if (!this.#leading) return;
      this.#post({ kind: "state", state: this.#leading.state });
      this.#leading.hurry();
      return;
    }
    // Of one that has yet to learn that it leads no more.
    if (this.#leading) return;
    this.#follow(message);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(this.#ask, this.#state === "broken" ? brokenMilliseconds : silenceMilliseconds);
  }

  #follow(message: Exclude<Message, { kind: "who leads" }>): void {
    const known = this.#state;
    if (message.kind !== "state") this.#tell(message);
    if (message.kind === "opened") this.#state = "open";
    if (message.kind === "broken") this.#state = "broken";
    if (message.kind !== "state" || message.state === known) return;
    this.#state = message.state;
    if (message.state === "open") this.#tell({ kind: "opened" });
    if (message.state === "broken") this.#tell({ kind: "broken" });
  }

  #ask = (): void => {
    if (this.#leading) return;
    this.#post({ kind: "who leads" });
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#stand({ steal: true }), answerMilliseconds);
  };
}

/** Null where the browser lets this site keep nothing: its tabs cannot talk to each other, and each has its own. */
function openChannel(): BroadcastChannel | null {
  try {
    return new BroadcastChannel(name);
  } catch {
    return null;
  }
}
