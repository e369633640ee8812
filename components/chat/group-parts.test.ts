import { expect, it } from "vitest";
import { groupParts, messageText } from "./group-parts";
import type { ChatPart } from "./message-types";
import { testCall } from "./test-call";

const text = (words: string): ChatPart => ({ type: "text", text: words });
const call = (id: string): ChatPart => ({
  type: "data-call",
  id,
  data: { call: testCall({ id }), approval: null },
});
const sdk = { type: "tool-x", toolCallId: "1", state: "input-available", input: {} } as ChatPart;
const step: ChatPart = { type: "step-start" };

function shape(...parts: ChatPart[]) {
  return groupParts({ id: "m", role: "assistant", parts }).map((block) =>
    block.kind === "calls" ? block.calls.map((data) => data.call.id) : block.key,
  );
}

it.each<[string, ChatPart[], (string | string[])[]]>([
  [
    "calls of one step together, the SDK's parts between them left out",
    [sdk, call("a"), sdk, call("b")],
    [["a", "b"]],
  ],
  ["calls of two steps apart", [step, call("a"), step, call("b")], [["a"], ["b"]]],
  ["calls around a text apart", [call("a"), text("x"), call("b")], [["a"], "text-1", ["b"]]],
  ["no empty texts", [text(""), text(" \n"), text("x")], ["text-1"]],
])("shows %s", (_, parts, expected) => {
  expect(shape(...parts)).toEqual(expected);
});

it("copies the words of a message", () => {
  expect(
    messageText({ id: "m", role: "assistant", parts: [text("a"), call("c"), text(" "), text("b")] }),
  ).toBe("a\n\nb");
});
