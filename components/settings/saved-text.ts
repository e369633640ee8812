const pauseMilliseconds = 700;

type Field<Value> = {
  /** What the server keeps. */
  kept: Value;
  write: (value: Value) => string;
  /** Undefined where the text says no value: it is not saved. */
  read: (text: string) => Value | undefined;
};

/** Whether the server took it. */
export type Save<Value> = (value: Value) => Promise<boolean>;

/**
 * The text of a field that saves itself when the typing pauses or it is left, one saving at a time, and shows what the
 * server kept, unless more was typed meanwhile: that is saved next.
 */
export class SavedText<Value extends string | number | null> {
  readonly #write: Field<Value>["write"];
  readonly #read: Field<Value>["read"];
  readonly #listeners = new Set<() => void>();
  #save: Save<Value> = async () => false;
  #kept: Value;
  #text: string;
  /** What the server said last or was told last, whichever was later: another value has still to be saved. */
  #told: string;
  #underWay = false;
  #failed = false;
  #closed = false;
  #pause: ReturnType<typeof setTimeout> | undefined;

  constructor({ kept, write, read }: Field<Value>) {
    this.#write = write;
    this.#read = read;
    this.#kept = kept;
    this.#text = write(kept);
    this.#told = this.#text;
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  text = (): string => this.#text;

  /** As the page is drawn: what the server keeps now, and how to tell it another value. */
  update(kept: Value, save: Save<Value>): void {
    this.#save = save;
    if (kept === this.#kept) return;
    const untouched = this.#text === this.#told && !this.#failed;
    this.#kept = kept;
    this.#told = this.#write(kept);
    if (untouched) this.#show(this.#told);
  }

  type(text: string): void {
    this.#show(text);
    this.#saveAfterPause();
  }

  /** Saves at once what is not saved yet; what the server did not take is tried again. */
  save = (): void => {
    clearTimeout(this.#pause);
    const value = this.#read(this.#text);
    if (value === undefined || this.#underWay || !(this.#isNews() || this.#failed)) return;
    void this.#send(value);
  };

  /** Left for good, it saves what is still to be saved. */
  open = (): (() => void) => {
    this.#closed = false;
    return () => {
      this.#closed = true;
      this.save();
    };
  };

  async #send(value: Value): Promise<void> {
    this.#told = this.#text;
    this.#underWay = true;
    this.#failed = false;
    const taken = await this.#save(value);
    this.#underWay = false;
    this.#failed = !taken;
    if (!this.#isNews()) return;
    if (this.#closed) this.save();
    else this.#saveAfterPause();
  }

  #isNews(): boolean {
    const value = this.#read(this.#text);
    return value !== undefined && value !== this.#read(this.#told);
  }

  #saveAfterPause(): void {
    clearTimeout(this.#pause);
    if (this.#isNews()) this.#pause = setTimeout(this.save, pauseMilliseconds);
  }

  #show(text: string): void {
    this.#text = text;
    for (const listener of this.#listeners) listener();
  }
}
