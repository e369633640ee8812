import { describe, expect, it } from "vitest";
import { mergeView, prependPage, withStreamed } from "./merge-view";
import type { ChatMessage, ConversationView } from "./message-types";

const message = (id: string, runId: string | null = null): ChatMessage => ({
  id,
  role: "assistant",
  parts: [{ type: "text", text: id }],
  metadata: { createdAt: "2026-01-01T00:00:00.000Z", runId },
});

function view(ids: string[], previousCursor: string | null): ConversationView {
  const messages = ids.map((id) => message(id));
  return {
    id: "c",
    title: "",
    mode: "as_flagged",
    model: null,
    tools: null,
    messages,
    previousCursor,
    run: null,
    approvals: [],
    queued: null,
  };
}

const ids = ({ messages }: ConversationView) => messages.map(({ id }) => id);

describe("mergeView", () => {
  it.each<[string, ConversationView | null, ConversationView, string[], string | null]>([
    ["the first reading", null, view(["a", "b"], "x"), ["a", "b"], "x"],
    ["a new message", view(["a", "b"], "x"), view(["b", "c"], "y"), ["a", "b", "c"], "x"],
    ["earlier pages", view(["1", "2", "a"], null), view(["a", "b"], "y"), ["1", "2", "a", "b"], null],
    ["a gap", view(["a", "b"], "x"), view(["m", "n"], "y"), ["m", "n"], "y"],
    ["nothing at all", view(["a"], "x"), view([], null), [], null],
  ])("joins %s", (_, known, fresh, expected, cursor) => {
    const merged = mergeView(known, fresh);
    expect(ids(merged)).toEqual(expected);
    expect(merged.previousCursor).toBe(cursor);
  });

  it("puts an earlier page before what is shown, each message once", () => {
    const merged = prependPage(view(["b", "c"], "x"), view(["a", "b"], null));
    expect(ids(merged)).toEqual(["a", "b", "c"]);
    expect(merged.previousCursor).toBeNull();
  });
});

describe("withStreamed", () => {
  const streaming = { ...message("", null), parts: [{ type: "text" as const, text: "a long answer" }] };

  it("appends a message that was not saved yet, once it has something to say", () => {
    expect(withStreamed([message("a")], { runId: "r", message: streaming })).toHaveLength(2);
    expect(withStreamed([message("a")], { runId: "r", message: { ...streaming, parts: [] } })).toHaveLength(
      1,
    );
  });

  it("takes the place of the run's saved message", () => {
    const [first, second] = withStreamed([message("a"), message("b", "r")], {
      runId: "r",
      message: streaming,
    });
    expect(first?.id).toBe("a");
    expect(second).toMatchObject({ id: "b", parts: streaming.parts });
  });

  it("leaves other messages the same objects", () => {
    const saved = [message("a"), message("b", "r")];
    expect(withStreamed(saved, { runId: "r", message: streaming })[0]).toBe(saved[0]);
    expect(withStreamed(saved, null)).toBe(saved);
  });
});
