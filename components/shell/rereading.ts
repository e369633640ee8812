import { ApiError, NetworkError } from "./api";

type Reading<Answer> = {
  get: (signal: AbortSignal) => Promise<Answer>;
  show: (answer: Answer) => void;
  failed: (error: unknown) => void;
};

const pauses = [1_000, 2_000, 5_000, 10_000];

/** Whether the same reading may succeed a moment later. */
function mayPass(error: unknown): boolean {
  return (
    error instanceof NetworkError ||
    (error instanceof ApiError && (error.status >= 500 || error.status === 429))
  );
}

/**
 * Reads the server again and again, one reading at a time, so that no older answer is shown over a newer one: what asks
 * for it meanwhile is served by one more. One that failed is tried again after a pause.
 */
export class Rereading<Answer> {
  readonly #reading: Reading<Answer>;
  #wanted = false;
  #current: AbortController | null = null;
  #failures = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #waiting: (() => void)[] = [];
  #waitingLonger: (() => void)[] = [];

  constructor(reading: Reading<Answer>) {
    this.#reading = reading;
  }

  again = (): void => {
    this.#wanted = true;
    if (!this.#current) void this.#read();
  };

  /** As `again`, and the reading that is under way is too old to be shown. */
  anew = (): void => {
    this.#current?.abort();
    this.again();
  };

  /** As `anew`: over when an answer is shown, or could not be read. */
  shown = (): Promise<void> => {
    const shown = new Promise<void>((over) => this.#waiting.push(over));
    this.anew();
    return shown;
  };

  /** As `shown`, but not over while one that failed will be tried again. */
  shownAtLast = (): Promise<void> => {
    const shown = new Promise<void>((over) => this.#waitingLonger.push(over));
    this.anew();
    return shown;
  };

  /** The server has answered to a change, and that is shown: a reading that is under way is too old. */
  changed = (): void => {
    if (this.#current) this.anew();
  };

  stop = (): void => {
    this.#wanted = false;
    clearTimeout(this.#timer);
    this.#current?.abort();
    this.#ended({ forGood: true });
  };

  async #read(): Promise<void> {
    clearTimeout(this.#timer);
    while (this.#wanted) {
      this.#wanted = false;
      const current = new AbortController();
      this.#current = current;
      let forGood = true;
      try {
        const answer = await this.#reading.get(current.signal);
        if (current.signal.aborted) continue;
        this.#failures = 0;
        this.#reading.show(answer);
      } catch (error) {
        if (current.signal.aborted) continue;
        this.#reading.failed(error);
        forGood = !mayPass(error);
        if (!forGood) this.#tryLater();
      }
      this.#ended({ forGood });
    }
    this.#current = null;
  }

  #ended({ forGood }: { forGood: boolean }): void {
    for (const over of this.#waiting.splice(0)) over();
    if (forGood) for (const over of this.#waitingLonger.splice(0)) over();
  }

  #tryLater(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(this.again, pauses[Math.min(this.#failures, pauses.length - 1)]);
    this.#failures += 1;
  }
}
