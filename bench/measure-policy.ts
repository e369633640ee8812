import { argumentsDigest } from "../lib/policy/digest.ts";
import { type CallFacts, judge } from "../lib/policy/verdict.ts";
import { argumentsFor } from "./script.ts";
import { median } from "./statistics.ts";
import type { Row } from "./table.ts";

const batch = 2_000;
const unknownTool: CallFacts = {
  toolName: "unknown",
  tool: null,
  changed: false,
  isNew: false,
  question: false,
  invalidArguments: null,
  rejectedBefore: false,
  impossible: null,
};

/** Microseconds for one, as the median over batches: a single one is shorter than the clock is fine. */
function microseconds(work: (index: number) => { because: string[] }): number {
  // What nobody reads is not computed at all: the compiler would leave the work out.
  let read = 0;
  const each = Array.from({ length: 200 }, () => {
    const started = performance.now();
    for (let index = 0; index < batch; index += 1) read += work(index).because.length;
    return ((performance.now() - started) * 1000) / batch;
  });
  if (read === 0) throw new Error("no verdict gave a reason");
  return median(each);
}

export function measurePolicy(): Row[] {
  const inputs: unknown[] = Array.from({ length: 64 }, (_, index) =>
    JSON.parse(argumentsFor(`notes-${index}.txt`)),
  );
  const facts = inputs.map(
    (_, index): CallFacts => ({
      ...unknownTool,
      toolName: "write_file",
      tool: { enabled: index % 9 !== 0, approvalMode: index % 2 === 0 ? "required" : "disabled" },
      rejectedBefore: index % 7 === 0,
      impossible: index % 5 === 0 ? "there is no such file" : null,
    }),
  );
  const factsOf = (index: number): CallFacts => facts[index % facts.length] ?? unknownTool;
  const part = "Policy";
  const limit: Row["limit"] = { kind: "most", of: "value", than: 50 };
  return [
    {
      part,
      name: "verdict on one call",
      value: microseconds((index) => judge(factsOf(index))),
      unit: "µs",
      limit,
    },
    {
      part,
      name: "with the digest of its arguments",
      value: microseconds((index) => {
        const toolName = argumentsDigest(inputs[index % inputs.length]);
        return judge({ ...factsOf(index), toolName });
      }),
      unit: "µs",
      limit,
    },
  ];
}
