import { isStepCount, streamText, tool } from "ai";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { DemoModel } from "./demo-model.ts";

const prompt = [{ role: "user" as const, content: [{ type: "text" as const, text: "hello" }] }];

describe("DemoModel", () => {
  it("streams word by word what it generates at once", async () => {
    const model = new DemoModel({ wordDelayMilliseconds: 0 });
    const { content, finishReason } = await model.doGenerate({ prompt });
    const deltas: string[] = [];
    for await (const part of (await model.doStream({ prompt })).stream) {
      if (part.type === "text-delta") deltas.push(part.delta);
    }
    expect(deltas.length).toBeGreaterThan(20);
    expect(content).toEqual([{ type: "text", text: deltas.join("") }]);
    expect(finishReason.unified).toBe("stop");
  });

  it("stops when it is aborted", async () => {
    const model = new DemoModel({ wordDelayMilliseconds: 60_000 });
    const controller = new AbortController();
    const { stream } = await model.doStream({ prompt, abortSignal: controller.signal });
    const reader = stream.getReader();
    await reader.read();
    await reader.read();
    const next = reader.read();
    controller.abort(new DOMException("Stopped", "AbortError"));
    await expect(next).rejects.toThrow("Stopped");
  });

  it("serves behind streamText, with ids that no other call has", async () => {
    const ask = async () => {
      const result = streamText({
        model: new DemoModel({ wordDelayMilliseconds: 0 }),
        prompt: "delete a.md and b.md",
        tools: { delete_file: tool({ inputSchema: z.object({ path: z.string() }) }) },
        stopWhen: isStepCount(1),
      });
      return result.toolCalls;
    };
    const calls = [...(await ask()), ...(await ask())];
    expect(calls.map((call) => call.input)).toEqual([
      { path: "a.md" },
      { path: "b.md" },
      { path: "a.md" },
      { path: "b.md" },
    ]);
    expect(new Set(calls.map((call) => call.toolCallId)).size).toBe(4);
  });
});
