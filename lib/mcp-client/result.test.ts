import { describe, expect, it } from "vitest";
import { readResult, resultText } from "./result.ts";

const text = (value: string) => ({ type: "text" as const, text: value });

describe("readResult", () => {
  it("takes every kind of content as it is", () => {
    const result = readResult({
      content: [
        text("words"),
        { type: "image", data: "aW1hZ2U=", mimeType: "image/png" },
        { type: "audio", data: "c291bmQ=", mimeType: "audio/wav" },
        { type: "resource_link", uri: "file:///a", name: "a", title: "A" },
        { type: "resource", resource: { uri: "file:///b", mimeType: "text/plain", text: "inside" } },
        { type: "resource", resource: { uri: "file:///c", blob: "YmxvYg==" } },
      ],
      structuredContent: { answer: 42 },
    });
    expect(result).toEqual({
      isError: false,
      content: [
        text("words"),
        { type: "image", mimeType: "image/png", data: "aW1hZ2U=" },
        { type: "audio", mimeType: "audio/wav", data: "c291bmQ=" },
        { type: "resource_link", uri: "file:///a", name: "a", title: "A" },
        { type: "resource", uri: "file:///b", mimeType: "text/plain", text: "inside" },
        { type: "resource", uri: "file:///c", data: "YmxvYg==" },
      ],
      structuredContent: { answer: 42 },
    });
  });

  it("says when the tool reported an error, and in which words", () => {
    const failed = readResult({ content: [text("no such file"), text("try another")], isError: true });
    expect(failed.isError).toBe(true);
    expect(resultText(failed)).toBe("no such file\ntry another");
    expect(resultText(readResult({ content: [], isError: true }))).toContain("without a word");
  });

  it.each([
    ["plain", "a".repeat(5_000)],
    ["text that grows as JSON", '"\n'.repeat(2_500)],
    ["characters of two halves", "😀".repeat(2_500)],
    ["the same, one further", `a${"😀".repeat(2_500)}`],
  ])("cuts a long text with a note, and never over the limit: %s", (_, long) => {
    const result = readResult({ content: [text("first"), text(long), text("last")] }, { most: 2_000 });
    expect(JSON.stringify(result).length).toBeLessThanOrEqual(2_000);
    expect(JSON.stringify(result).length).toBeGreaterThan(1_900);
    expect(result.content[0]).toEqual(text("first"));
    const cut = result.content[1];
    expect(cut?.type === "text" && cut.text.length > 500).toBe(true);
    expect(long.startsWith(Reflect.get(Object(cut), "text"))).toBe(true);
    expect(Reflect.get(Object(cut), "text").isWellFormed()).toBe(true);
    expect(result.note).toContain("what is over 2000 was left out");
  });

  it("leaves an image out whole, says so, and keeps what fits after it", () => {
    const image = { type: "image" as const, data: "A".repeat(5_000), mimeType: "image/png" };
    const result = readResult(
      { content: [image, text("after")], structuredContent: { kept: true } },
      { most: 1_000 },
    );
    expect(result.content).toEqual([text("[image of 5000 characters was left out]"), text("after")]);
    expect(result.structuredContent).toEqual({ kept: true });
  });

  it("leaves out structured content that does not fit", () => {
    const result = readResult(
      { content: [text("short")], structuredContent: { long: "x".repeat(5_000) } },
      { most: 1_000 },
    );
    expect(result.structuredContent).toBeUndefined();
    expect(result.content).toEqual([text("short")]);
    expect(result.note).toContain("left out");
  });

  it.each([
    ["texts", text("a line of a table")],
    ["resources", { type: "resource" as const, resource: { uri: "file:///a", text: "a line of a table" } }],
  ])("looks through no more %s than there is room for", (_, item) => {
    let hidden = 0;
    const hide = (words: string) => {
      hidden += 1;
      return words;
    };
    const result = readResult({ content: Array(10_000).fill(item) }, { most: 2_000, hide });
    expect(JSON.stringify(result).length).toBeGreaterThan(1_700);
    expect(hidden).toBeLessThan(20);
  });

  it("keeps an image up to the limit of one stored output", () => {
    const data = "A".repeat(900_000);
    const result = readResult({ content: [{ type: "image", data, mimeType: "image/png" }] });
    expect(result).toMatchObject({ content: [{ type: "image", data }] });
    expect(result.note).toBeUndefined();
  });

  it("replaces what no database holds", () => {
    expect(readResult({ content: [text("a\u0000b\uDC00")] }).content).toEqual([text("a\uFFFDb\uFFFD")]);
  });
});
