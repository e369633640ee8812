import { ReadableStream } from "node:stream/web";
import { describe, expect, it } from "vitest";
import { boundedBody } from "./bounded-body.ts";

/** Sends a text in pieces of that many bytes, and says how many came through. */
async function sent(text: string, pieceBytes: number, isEvents = true): Promise<number> {
  const all = Buffer.from(text);
  let at = 0;
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (at >= all.length) return controller.close();
      controller.enqueue(all.subarray(at, at + pieceBytes));
      at += pieceBytes;
    },
  });
  let bytes = 0;
  for await (const chunk of body.pipeThrough(boundedBody(isEvents))) bytes += chunk.byteLength;
  return bytes;
}

const event = "data: 1";
const ends = ["\n\n", "\r\n\r\n", "\r\r", "\n\r\n"];
const many = "It sent more than 10,000 messages in 10 seconds.";
const large = "It sent a message larger than 10 MB.";

describe("a stream of events", () => {
  it("is one message, in however many pieces it comes", async () => {
    const result = `data: ${"x".repeat(9_000_000)}\n\n`;
    expect(await sent(result, 500)).toBe(result.length);
  });

  it.each(ends)("counts those that end in %j, wherever they are cut", async (end) => {
    for (const piece of [7, 65_536]) {
      const most = (event + end).repeat(10_000);
      expect(await sent(most, piece)).toBe(most.length);
      await expect(sent(`${most}${event}${end}`, piece)).rejects.toThrow(many);
    }
  });

  it.each(ends)("measures each of those that end in %j on its own", async (end) => {
    const two = `data: ${"x".repeat(6_000_000)}${end}`.repeat(2);
    for (const piece of [65_536, two.length]) expect(await sent(two, piece)).toBe(two.length);
    await expect(sent("x".repeat(10_000_001), 65_536)).rejects.toThrow(large);
  });
});

it("anything else is one message, whatever stands in it", async () => {
  const lines = "\n\n".repeat(20_000);
  expect(await sent(lines, 65_536, false)).toBe(lines.length);
  await expect(sent("\n".repeat(10_000_001), 65_536, false)).rejects.toThrow(large);
});
