/** What the model asks for. */
export type PlannedCall = { tool: string; input: unknown };

/** What came back for a call, as far as the words of the result tell. */
export type Outcome =
  | { kind: "succeeded"; text: string; data: unknown; note: string | null }
  | { kind: "rejected"; reason: string | null }
  | { kind: "expired" | "cancelled" | "changed" | "interrupted" }
  | { kind: "denied" | "failed"; text: string };

export type AnsweredCall = PlannedCall & { outcome: Outcome };

/** The calls that the model made at once. */
export type Step = ReadonlyArray<AnsweredCall>;

/** All that the model knows: the last thing the user said, and what was called since. */
export type Turn = {
  text: string;
  steps: ReadonlyArray<Step>;
  /** The calls of the latest earlier turn that made any: what "it" and "again" refer to. */
  earlier: Step;
  tools: ReadonlySet<string>;
};

export type Reply = { text: string; calls: ReadonlyArray<PlannedCall> };

export const say = (text: string): Reply => ({ text, calls: [] });
export const act = (text: string, ...calls: PlannedCall[]): Reply => ({ text, calls });

/** One field of a call's arguments, when it is a text. */
export function field(call: PlannedCall, name: string): string | null {
  const input = call.input;
  if (typeof input !== "object" || input === null || !Object.hasOwn(input, name)) return null;
  const value: unknown = Reflect.get(input, name);
  return typeof value === "string" ? value : null;
}

export function sameCall(one: PlannedCall, other: PlannedCall): boolean {
  return one.tool === other.tool && JSON.stringify(one.input) === JSON.stringify(other.input);
}
