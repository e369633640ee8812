/**
 * Lets a reading of the server be shown only where nothing newer is known: what was changed while it was on its way is
 * read again, and one that another reading has overtaken is dropped.
 */
export class NewestReading {
  #changes = 0;
  #readings = 0;

  /** The server has answered to a change. */
  changed(): void {
    this.#changes += 1;
  }

  /** Null where a later reading takes the place of this one, also where this one fails. */
  async read<Answer>(get: () => Promise<Answer>): Promise<Answer | null> {
    this.#readings += 1;
    const mine = this.#readings;
    try {
      for (;;) {
        const before = this.#changes;
        const answer = await get();
        if (mine !== this.#readings) return null;
        if (before === this.#changes) return answer;
      }
    } catch (error) {
      if (mine !== this.#readings) return null;
      throw error;
    }
  }
}
