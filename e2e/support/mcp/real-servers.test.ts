import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import type { OnElicit } from "../../../lib/mcp-client/elicitation.ts";
import { resultText } from "../../../lib/mcp-client/result.ts";
import { suggest } from "../../../lib/mcp-client/suggestion.ts";
import { testClock } from "../../../lib/mcp-client/test-clock.ts";
import { type Watched, watch } from "../../../lib/mcp-client/test-connection.ts";
import { temporaryDirectory } from "../temporary-directory.ts";
import { startEverything } from "./everything-over-http.ts";

const official = path.resolve(import.meta.dirname, "../../../node_modules/@modelcontextprotocol");
const command = (server: string, ...args: string[]) => ({
  command: process.execPath,
  args: [path.join(official, server, "dist/index.js"), ...args],
});

describe("server-everything", () => {
  const reached: [string, () => Promise<Watched>][] = [
    ["stdio", async () => watch(command("server-everything"))],
    ["http", async () => overHttp("streamableHttp")],
    ["sse", async () => overHttp("sse")],
  ];

  it.each(reached)("lists, answers, shows progress and asks over %s", async (transport, reach) => {
    const { connection, settled } = await reach();
    const ready = await settled();
    expect(ready).toMatchObject({ state: "ready", transport, protocolVersion: "2025-11-25" });
    expect(ready.problems).toEqual([
      expect.stringContaining('"simulate-research-query" cannot be used: it can only be run as a task'),
    ]);
    expect(ready.tools.map(({ name }) => name)).toContain("server__get-tiny-image");

    expect(await connection.callTool("echo", { message: "hello" })).toMatchObject({
      content: [{ type: "text", text: "Echo: hello" }],
    });
    expect((await connection.callTool("get-tiny-image", {})).content).toContainEqual({
      type: "image",
      mimeType: "image/png",
      data: expect.stringMatching(/^iVBORw0KGgo/),
    });
    expect(await connection.callTool("get-structured-content", { location: "New York" })).toMatchObject({
      structuredContent: { temperature: expect.any(Number) },
    });
    expect((await connection.callTool("get-resource-links", { count: 2 })).content).toMatchObject([
      { type: "text" },
      { type: "resource_link", uri: expect.stringContaining("demo://") },
      { type: "resource_link" },
    ]);
    expect((await connection.callTool("echo", { message: 7 })).isError).toBe(true);

    const onProgress = vi.fn();
    await connection.callTool("trigger-long-running-operation", { duration: 0.4, steps: 2 }, { onProgress });
    expect(onProgress).toHaveBeenCalledWith({ progress: 1, total: 2 });

    const onElicit = vi.fn<OnElicit>(async () => ({ action: "accept", content: { name: "Ada" } }));
    const asked = await connection.callTool("trigger-elicitation-request", {}, { onElicit });
    expect(onElicit.mock.calls[0]?.[0].schema).toMatchObject({ type: "object" });
    expect(JSON.stringify(asked)).toContain("Ada");
    expect(JSON.stringify(await connection.callTool("trigger-elicitation-request", {}))).toContain("decline");
  });

  async function overHttp(transport: "streamableHttp" | "sse", clock = testClock()) {
    const server = await startEverything(transport);
    onTestFinished(() => server.kill());
    const watched = watch({ url: server.url }, { clock });
    return { ...watched, server, clock };
  }

  it.each(["streamableHttp", "sse"] as const)(
    "notices that %s died while nothing was asked of it",
    async (transport) => {
      const { settled, server, until } = await overHttp(transport);
      await settled();
      await server.kill();
      expect(await until(({ state }) => state === "failed")).toMatchObject({
        error: expect.stringMatching(/\.$/),
      });
    },
  );

  it.each(["streamableHttp", "sse"] as const)(
    "has an unknown outcome when %s dies in the middle of a call",
    async (transport) => {
      const { connection, settled, server, until } = await overHttp(transport);
      await settled();
      const call = connection.callTool(
        "trigger-long-running-operation",
        { duration: 60, steps: 600 },
        { onProgress: () => void server.kill() },
      );
      await expect(call).rejects.toMatchObject({ name: "OutcomeUnknownError", reason: "lost" });
      expect(await until(({ state }) => state === "failed")).toMatchObject({
        error: expect.stringMatching(/\.$/),
      });
    },
  );
});

describe("server-filesystem", () => {
  const stage = async () => {
    const root = temporaryDirectory("upstream-files");
    writeFileSync(path.join(root, "note.txt"), "inside");
    const watched = watch(command("server-filesystem", root));
    return { ...watched, root, ready: await watched.settled() };
  };

  it("suggests what each tool may do by its annotations", async () => {
    const { ready } = await stage();
    const suggested = (name: string) => {
      const tool = ready.tools.find(({ originalName }) => originalName === name);
      return tool && suggest(tool.annotations, true);
    };
    expect(suggested("read_text_file")).toEqual({ risk: "L0", asks: false });
    expect(suggested("create_directory")).toEqual({ risk: "L2", asks: true });
    expect(suggested("write_file")).toEqual({ risk: "L4", asks: true });
    expect(ready.tools.filter(({ unusable }) => unusable !== null)).toEqual([]);
  });

  it("reads and writes inside its root, and reports a write outside of it", async () => {
    const { connection, root } = await stage();
    const file = path.join(root, "note.txt");
    expect(JSON.stringify(await connection.callTool("read_text_file", { path: file }))).toContain("inside");
    await connection.callTool("write_file", { path: file, content: "written" });
    expect(readFileSync(file, "utf8")).toBe("written");
    const outside = await connection.callTool("write_file", {
      path: "/etc/countersign-was-here",
      content: "no",
    });
    expect(outside.isError).toBe(true);
    expect(resultText(outside)).toContain("Access denied");
  });
});
