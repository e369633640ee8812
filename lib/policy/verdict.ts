/** Everything that a verdict depends on, gathered before: this file reads no clock, no database and no network. */
export type CallFacts = {
  toolName: string;
  tool: { enabled: boolean; approvalMode: "required" | "disabled" } | null;
  /** Its definition changed since a person reviewed it. */
  changed: boolean;
  /** No person has reviewed its definition yet, in any form. */
  isNew: boolean;
  /** It only puts questions to people. */
  question: boolean;
  /** The sentence of the check of the arguments against the tool's schema. */
  invalidArguments: string | null;
  /** A person rejected the same tool with the same arguments in this run. */
  rejectedBefore: boolean;
  /** Why the call cannot succeed, where that could be told before. */
  impossible: string | null;
};

export type Verdict =
  | { kind: "allow"; because: string[] }
  | { kind: "ask"; because: string[] }
  | { kind: "deny"; because: string[]; message: string };

const deny = (because: string, message: string): Verdict => ({ kind: "deny", because: [because], message });

export function judge(facts: CallFacts): Verdict {
  if (facts.tool === null) {
    return deny("There is no such tool.", `Not run: there is no tool named '${facts.toolName}'.`);
  }
  if (!facts.tool.enabled) {
    return deny("The tool is switched off.", `Not run: the tool '${facts.toolName}' is switched off.`);
  }
  if (facts.invalidArguments !== null) {
    return deny("The arguments are invalid.", `Not run: invalid arguments: ${facts.invalidArguments}`);
  }
  if (facts.rejectedBefore) {
    return deny(
      "The same call was rejected before in this run.",
      "Not run: a person already rejected this same call in this run. Do not call it again; find another way, or ask.",
    );
  }
  if (facts.impossible !== null) {
    return deny("The call cannot succeed.", `Not run: ${facts.impossible}`);
  }
  if (facts.question) return { kind: "ask", because: ["The agent has a question."] };
  const because = [
    ...(facts.isNew ? ["The tool is new, and nobody has reviewed it yet."] : []),
    ...(facts.changed && !facts.isNew ? ["The tool's definition changed since it was reviewed."] : []),
    ...(facts.tool.approvalMode === "required" ? ["The tool is flagged: it asks on every call."] : []),
  ];
  if (because.length > 0) return { kind: "ask", because };
  return { kind: "allow", because: ["The tool is not flagged."] };
}
