import { describe, expect, onTestFinished, test, vi } from "vitest";
import { connect2025 } from "../../e2e/support/mcp-clients/connect-2025.ts";
import { connect2026 } from "../../e2e/support/mcp-clients/connect-2026.ts";
import { type Answer, type OutsideOptions, says } from "../../e2e/support/mcp-clients/outside-client.ts";
import { owner } from "../auth/principal.ts";
import { ownerToken, serveEndpoint } from "./test-endpoint.ts";
import { createTestGate, type TestGate } from "./test-gate.ts";

const lines = [
  { line: "2.x, 2026-07-28", connect: connect2026 },
  { line: "1.x, 2025-11-25", connect: connect2025 },
];

const notAgain = /was not run.*Do not call it again for this request/s;

const never: Answer = () => new Promise(() => {});

describe.each(lines)("the official client of $line", ({ connect }) => {
  async function outside(gate: TestGate, options: Partial<OutsideOptions> = {}) {
    const { url } = await serveEndpoint({ gate });
    const client = await connect({ url, token: ownerToken, ...options });
    onTestFinished(() => client.close());
    return client;
  }

  test("lists what the gate exposes, afresh each time", async () => {
    const gate = createTestGate({ read_file: {} });
    const client = await outside(gate);
    expect(await client.list()).toEqual(["read_file"]);
    gate.tools.set("__proto__", {});
    expect(await client.list()).toEqual(["read_file", "__proto__"]);
  });

  test("runs what does not ask", async () => {
    const gate = createTestGate({ read_file: { run: () => "the text" } });
    const client = await outside(gate);
    expect(await client.call("read_file", { path: "a" })).toMatchObject({ text: "the text", isError: false });
    expect(gate.runs).toEqual([{ path: "a" }]);
  });

  test("accept: runs once, with the arguments that were asked about", async () => {
    const gate = createTestGate({ write_file: { gated: true } });
    const answer = vi.fn(says("accept"));
    const client = await outside(gate, { answer });
    expect(await client.call("write_file", { path: "a" })).toMatchObject({ text: "done", isError: false });
    expect(gate.runs).toEqual([{ path: "a" }]);
    expect(answer).toHaveBeenCalledExactlyOnceWith(
      `Approve running tool 'write_file' with arguments {"path":"a"}?`,
      { type: "object", properties: {} },
    );
  });

  test.each([
    { action: "decline", state: "rejected" },
    { action: "cancel", state: "cancelled" },
  ] as const)("$action: not run", async ({ action, state }) => {
    const gate = createTestGate({ write_file: { gated: true } });
    const client = await outside(gate, { answer: says(action) });
    const result = await client.call("write_file", { path: "a" });
    expect(result.isError).toBe(true);
    expect(result.text).toMatch(notAgain);
    expect(gate.calls.map((call) => call.state)).toEqual([state]);
    expect(gate.runs).toEqual([]);
  });

  test("no capability: not run, and not asked", async () => {
    const gate = createTestGate({ write_file: { gated: true } });
    const client = await outside(gate);
    const result = await client.call("write_file", {});
    expect(result.isError).toBe(true);
    expect(result.text).toMatch(notAgain);
    expect(gate.calls.map((call) => call.state)).toEqual(["denied"]);
    expect(gate.runs).toEqual([]);
  });

  test("a name of our own opens nothing, and is only kept", async () => {
    const gate = createTestGate({ write_file: { gated: true } });
    const client = await outside(gate, { name: "countersign", answer: says("decline") });
    expect((await client.call("write_file", {})).isError).toBe(true);
    expect(gate.calls[0]).toMatchObject({ client: { name: "countersign" }, principal: owner });
    expect(gate.runs).toEqual([]);
  });

  test("two calls at once: each gets its own answer", async () => {
    const gate = createTestGate({ write_file: { gated: true, run: (given) => given } });
    const asked = Promise.withResolvers<void>();
    let questions = 0;
    const answer: Answer = async (message) => {
      questions += 1;
      if (questions === 2) asked.resolve();
      await asked.promise;
      return { action: message.includes("yes") ? "accept" : "decline" };
    };
    const client = await outside(gate, { answer });
    const [yes, no] = await Promise.all([
      client.call("write_file", { path: "yes" }),
      client.call("write_file", { path: "no" }),
    ]);
    expect(yes).toMatchObject({ isError: false, structuredContent: { path: "yes" } });
    expect(no.isError).toBe(true);
    expect(gate.runs).toEqual([{ path: "yes" }]);
  });

  test("cancelled by the client: the running tool is told", async () => {
    const started = Promise.withResolvers<AbortSignal>();
    const run = (_given: unknown, signal: AbortSignal) => {
      started.resolve(signal);
      return new Promise((_resolve, reject) =>
        signal.addEventListener("abort", () => reject(new Error("stopped"))),
      );
    };
    const gate = createTestGate({ slow: { run }, quick: {} });
    const client = await outside(gate);
    const stop = new AbortController();
    const call = client.call("slow", {}, stop.signal);
    const signal = await started.promise;
    stop.abort();
    await expect(call).rejects.toThrow();
    await vi.waitFor(() => expect(signal.aborted).toBe(true));
    expect(await client.call("quick")).toMatchObject({ text: "done" });
  });

  test("disconnects while its question is made: cancelled, not run", async () => {
    const asking = Promise.withResolvers<void>();
    const beforeAsking = (signal: AbortSignal) => {
      asking.resolve();
      return new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve()));
    };
    const gate = createTestGate({ write_file: { gated: true } }, { beforeAsking });
    const client = await outside(gate, { answer: says("accept") });
    const call = client.call("write_file", {});
    call.catch(() => {});
    await asking.promise;
    await client.close();
    await expect(call).rejects.toThrow();
    await vi.waitFor(() => expect(gate.calls.map(({ state }) => state)).toEqual(["cancelled"]));
    expect(gate.runs).toEqual([]);
  });

  test("an unknown tool and a name that every object has: protocol errors", async () => {
    const gate = createTestGate({ read_file: {} });
    const client = await outside(gate, { answer: never });
    await expect(client.call("nothing")).rejects.toMatchObject({ code: -32602 });
    await expect(client.call("constructor")).rejects.toMatchObject({ code: -32602 });
    expect(gate.runs).toEqual([]);
  });

  test("a tool that fails is a result that says so", async () => {
    const run = () => {
      throw new Error("There is no such file.");
    };
    const client = await outside(createTestGate({ read_file: { run } }));
    expect(await client.call("read_file")).toMatchObject({ isError: true, text: "There is no such file." });
  });

  test("what waits in the app says where", async () => {
    const gate = createTestGate({ write_file: { inApp: true } });
    const client = await outside(gate);
    const result = await client.call("write_file", {});
    const id = gate.calls[0]?.id;
    expect(result.isError).toBe(true);
    expect(result.text).toContain(id);
    expect(result.structuredContent).toEqual({
      approvalId: id,
      url: `http://127.0.0.1/approvals/${id}`,
      state: "pending",
    });
  });

  test("is told when the list of tools changes", async () => {
    const onToolsChanged = vi.fn();
    const { url, endpoints } = await serveEndpoint({ gate: createTestGate({}) });
    const client = await connect({ url, token: ownerToken, onToolsChanged });
    onTestFinished(() => client.close());
    await vi.waitFor(() => {
      endpoints[0]?.changed();
      expect(onToolsChanged).toHaveBeenCalled();
    });
  });
});
