/** Unknown: no answer came. Busy: nothing was tried, for another is under way. */
export type Outcome = "done" | "refused" | "unknown" | "busy";

/** Told at once, before the page has drawn that one is under way. */
export class OneAtATime {
  #underWay = false;

  async run(work: () => Promise<Outcome>): Promise<Outcome> {
    if (this.#underWay) return "busy";
    this.#underWay = true;
    try {
      return await work();
    } finally {
      this.#underWay = false;
    }
  }
}
