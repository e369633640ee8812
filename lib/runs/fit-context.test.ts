import type { ModelMessage } from "ai";
import { expect, test } from "vitest";
import { withApproverNote } from "../policy/approver-note.ts";
import { estimateTokens, fitContext } from "./fit-context.ts";

const read = (id: string, length: number): ModelMessage[] => [
  { role: "assistant", content: [{ type: "tool-call", toolCallId: id, toolName: "read", input: {} }] },
  {
    role: "tool",
    content: [
      {
        type: "tool-result",
        toolCallId: id,
        toolName: "read",
        output: { type: "text", value: "x".repeat(length) },
      },
    ],
  },
];
const turn = (runId: string, ...messages: ModelMessage[][]) => ({
  runId,
  messages: [{ role: "user" as const, content: runId }, ...messages.flat()],
});
const outputs = (messages: ModelMessage[]) =>
  messages.flatMap((message) =>
    message.role === "tool"
      ? message.content.flatMap((part) =>
          part.type === "tool-result" && part.output.type === "text" ? [part.output.value] : [],
        )
      : [],
  );

test("what fits is given as it is", () => {
  const turns = [turn("one", read("a", 1_000)), turn("two", read("b", 1_000))];
  expect(fitContext(turns, 10_000, 0)).toEqual({
    messages: turns.flatMap(({ messages }) => messages),
    leftOut: null,
  });
});

test("within one long turn the outputs of older steps are shortened, the newest is whole", () => {
  const steps = Array.from({ length: 15 }, (_, index) => read(`call-${index}`, 32_000));
  const { messages, leftOut } = fitContext([turn("only", ...steps)], 128_000, 0);
  expect(estimateTokens(messages)).toBeLessThan(128_000 * 0.76);
  expect(outputs(messages)).toHaveLength(15);
  expect(outputs(messages)[0]).toBe(`${"x".repeat(500)}\n[500 of 32000 characters are shown]`);
  expect(outputs(messages)[14]).toHaveLength(32_000);
  expect(leftOut).toMatch(/^To fit the model's context, the tool outputs of \d+ steps were shortened\.$/);
});

test("old outputs go first, then old turns, then the newest outputs, as little as will do", () => {
  const turns = [turn("one", read("a", 20_000)), turn("two", read("b", 30_000), read("c", 30_000))];
  const roomy = fitContext(turns, 18_000, 0);
  expect(outputs(roomy.messages).map((text) => text.length < 1_000)).toEqual([true, true, false]);
  const tight = fitContext(turns, 4_000, 0);
  expect(tight.messages[0]).toEqual({ role: "user", content: "two" });
  expect(outputs(tight.messages)[1]).toMatch(/\[8000 of 30000 characters are shown\]$/);
  expect(tight.leftOut).toBe(
    "To fit the model's context, 1 older turn was left out and the tool outputs of 2 steps were shortened.",
  );
});

test("a result that was cut already still says of how much it is", () => {
  const cut = `${"y".repeat(5_000)}\n[5000 of 90000 characters are shown]`;
  const [asked, result] = read("a", 0);
  const old = structuredClone(result);
  if (old?.role === "tool" && old.content[0]?.type === "tool-result") {
    old.content[0].output = { type: "text", value: cut };
  }
  const turns = [
    turn(
      "one",
      [asked, old].filter((message) => message !== undefined),
    ),
    turn("two", read("b", 4_000)),
  ];
  expect(outputs(fitContext(turns, 2_200, 0).messages)[0]).toMatch(
    /\n\[500 of 90000 characters are shown\]$/,
  );
});

test("failures are shortened like outputs, and the note of who approved stays whole", () => {
  const note = withApproverNote("keep the rest", "");
  const [asked, answered] = read("a", 40_000);
  if (asked?.role !== "assistant" || answered?.role !== "tool") throw new Error("a call and its result");
  const result = answered.content[0];
  if (result?.type !== "tool-result") throw new Error("one result");
  const failed = {
    ...result,
    output: { type: "error-text" as const, value: `${note}${"x".repeat(40_000)}` },
  };
  const turns = [
    turn("one", [asked, { ...answered, content: [failed] }], read("b", 10_000)),
    turn("two", read("c", 1_000)),
  ];
  const { messages } = fitContext(turns, 8_000, 0);
  const [shortened] = messages.flatMap((message) => (message.role === "tool" ? message.content : []));
  expect(shortened).toMatchObject({
    output: { type: "error-text", value: `${note}${"x".repeat(500)}\n[500 of 40000 characters are shown]` },
  });
});
