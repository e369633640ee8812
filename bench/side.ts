/** Milliseconds from the click to what the person waits for. */
export type Timings = {
  /** From the message to the card, committed and streamed. */
  card: number;
  /** From the approval to the tool's effect in the world; null where nobody watched. */
  executed: number | null;
  /** From the approval to the final answer, saved and streamed. */
  answered: number;
};

export type Side = {
  name: "floor" | "product";
  open: () => Promise<string>;
  /** A message that leads to so many gated calls, their approval, and the final answer. */
  cycle: (conversation: string, calls: number) => Promise<Timings>;
  close: () => void;
};
