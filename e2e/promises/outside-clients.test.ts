import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { expectPromisesKept } from "../support/kept-promises.ts";
import { connect2025 } from "../support/mcp-clients/connect-2025.ts";
import { connect2026 } from "../support/mcp-clients/connect-2026.ts";
import { type Answer, type OutsideOptions, says } from "../support/mcp-clients/outside-client.ts";
import { outsideCalls, untilCall } from "../support/outside-calls.ts";
import type { Problem } from "../support/runs.ts";
import { openStage, type Stage } from "../support/stage.ts";

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
  await stage.server().api.patch("/tools/write_file", { exposed: true });
});
afterEach(() => expectPromisesKept(stage));
afterAll(() => stage[Symbol.asyncDispose]());

const exists = (file: string) => existsSync(path.join(stage.workspace, file));
const file = (content: string, name: string) => ({ path: name, content });
const notRun = { isError: true, text: expect.stringMatching(/not run[\s\S]*Do not call it again/i) };
const wait = (approval: { elicitationSeconds: number | null }) =>
  stage.server().api.patch("/tools/write_file", { approval });

describe.each([
  ["2026-07-28", connect2026],
  ["2025-11-25", connect2025],
] as const)("a client of %s", (revision, connectTo) => {
  const connect = (options: Partial<OutsideOptions> = {}) =>
    connectTo({ url: `${stage.server().url}/mcp`, token: stage.server().key, name: "An IDE", ...options });
  const fileOf = (what: string) => `${revision}-${what}.txt`;

  test("whose person accepts: asked once, with the whole call and an empty form, and it runs", async () => {
    const name = fileOf("accept");
    const content = "All of it. ".repeat(100);
    const questions: unknown[] = [];
    const client = await connect({
      answer: async (message, schema) => {
        questions.push({ message, schema });
        return { action: "accept", content: {} };
      },
    });
    expect(await client.list()).toEqual(["write_file"]);
    const result = await client.call("write_file", file(content, name));
    expect(result).toMatchObject({ isError: false });
    expect(readFileSync(path.join(stage.workspace, name), "utf8")).toBe(content);
    const args = JSON.stringify(file(content, name));
    expect(questions).toEqual([
      {
        message: `Approve running tool 'write_file' with arguments ${args}?`,
        schema: { type: "object", properties: {} },
      },
    ]);
    expect(await outsideCalls(stage, name)).toEqual([
      expect.objectContaining({
        state: "succeeded",
        client: "An IDE",
        status: "approved",
        askedOf: "client",
        decision: "approve",
        channel: "mcp",
        by: expect.stringContaining("An IDE"),
        audit: ["approval.requested", "approval.decided", "call.claimed", "call.ended"],
      }),
    ]);
    const seen = await stage.server().api.get<{ items: { name: string }[] }>("/clients");
    expect(seen.body.items.map((each) => each.name)).toContain("An IDE");
    await client.close();
  });

  test.each([
    ["declines", "decline", "rejected", "reject"],
    ["cancels", "cancel", "cancelled", "cancel"],
  ] as const)("whose person %s: not run, and told so", async (_, action, status, decision) => {
    const client = await connect({ answer: says(action) });
    expect(await client.call("write_file", file("no", fileOf(action)))).toMatchObject(notRun);
    expect(exists(fileOf(action))).toBe(false);
    expect(await outsideCalls(stage, fileOf(action))).toMatchObject([
      { state: status, status, decision, channel: "mcp", audit: ["approval.requested", "approval.decided"] },
    ]);
    await client.close();
  });

  test("that cannot ask: nobody is asked, and it is not run", async () => {
    const client = await connect();
    expect(await client.call("write_file", file("no", fileOf("cannot")))).toMatchObject(notRun);
    expect(await outsideCalls(stage, fileOf("cannot"))).toMatchObject([
      { state: "denied", approvalId: null, client: "An IDE", audit: ["call.denied"] },
    ]);
    await client.close();
  });

  test("that never answers: over after its seconds, and a late yes runs nothing", async () => {
    const name = fileOf("hangs");
    await wait({ elicitationSeconds: 1 });
    const over = Promise.withResolvers<void>();
    const lateYes: Answer = async () => {
      await over.promise;
      return { action: "accept", content: {} };
    };
    const client = await connect({ answer: lateYes });
    const calling = client.call("write_file", file("no", name));
    const row = await untilCall(stage, name, "expired", "cancelled");
    over.resolve();
    expect(await calling).toMatchObject(notRun);
    expect(exists(name)).toBe(false);
    expect(row).toMatchObject({ status: row.state });
    await wait({ elicitationSeconds: null });
    await client.close();
  });

  test("that leaves in the middle: not run", async () => {
    const name = fileOf("leaves");
    await wait({ elicitationSeconds: revision === "2026-07-28" ? 1 : null });
    const asked = Promise.withResolvers<void>();
    const client = await connect({
      answer: () => {
        asked.resolve();
        return new Promise(() => {});
      },
    });
    client.call("write_file", file("no", name)).catch(() => {});
    await asked.promise;
    await client.close();
    // Between its two requests a client of 2026 holds no connection: its question ends with its time.
    await untilCall(stage, name, revision === "2026-07-28" ? "expired" : "cancelled");
    expect(exists(name)).toBe(false);
    await wait({ elicitationSeconds: null });
  });

  test("that says it is Countersign, the chat or the owner: asked like any other", async () => {
    for (const spoofed of ["countersign", "chat", "owner", "system", "__proto__", "x".repeat(5_000)]) {
      const name = fileOf(`spoofed-${spoofed.slice(0, 20)}`);
      const client = await connect({ name: spoofed, answer: says("decline") });
      expect(await client.call("write_file", file("no", name))).toMatchObject(notRun);
      expect(await outsideCalls(stage, name)).toMatchObject([
        { state: "rejected", client: spoofed.slice(0, 200), decision: "reject" },
      ]);
      await client.close();
    }
  });

  test("its question is seen in the app, and cannot be decided there", async () => {
    const name = fileOf("seen");
    const { api } = stage.server();
    const attempts: unknown[] = [];
    const client = await connect({
      answer: async () => {
        const { approvalId } = await untilCall(stage, name, "pending");
        const seen = await api.get<{ items: { id: string }[] }>("/approvals?status=pending");
        expect(seen.body.items).toMatchObject([
          { id: approvalId, askedOf: "client", caller: { name: "An IDE" }, arguments: { path: name } },
        ]);
        for (const decision of ["approve", "reject"]) {
          const { status, body } = await api.post<Problem>(`/approvals/${approvalId}/decision`, { decision });
          attempts.push([status, body.error.code]);
        }
        const batch = await api.post<{ results: unknown[] }>("/approvals/decisions", {
          decisions: [{ id: approvalId, decision: "approve" }],
        });
        expect(batch.body.results).toMatchObject([{ ok: false, error: { code: "forbidden" } }]);
        return { action: "decline" };
      },
    });
    expect(await client.call("write_file", file("no", name))).toMatchObject(notRun);
    expect(attempts).toEqual([
      [403, "forbidden"],
      [403, "forbidden"],
    ]);
    await client.close();
  });

  test("a prompt of the tool's own is the question", async () => {
    await stage.server().api.patch("/tools/write_file", { approval: { prompt: "Save {args.path} now?" } });
    const name = fileOf("prompt");
    const messages: string[] = [];
    const client = await connect({
      answer: async (message) => {
        messages.push(message);
        return { action: "decline" };
      },
    });
    await client.call("write_file", file("no", name));
    expect(messages).toEqual([`Save "${name}" now?`]);
    await stage.server().api.patch("/tools/write_file", { approval: { prompt: null } });
    await client.close();
  });

  test("arguments that are wrong are refused before anybody is asked", async () => {
    const client = await connect({
      answer: () => {
        throw new Error("nobody is to be asked");
      },
    });
    expect(await client.call("write_file", { path: fileOf("wrong") })).toMatchObject({
      isError: true,
      text: expect.stringContaining("content"),
    });
    expect(await outsideCalls(stage, fileOf("wrong"))).toMatchObject([{ state: "denied", approvalId: null }]);
    await expect(client.call("delete_file", { path: "x" })).rejects.toThrow("Unknown tool: delete_file");
    await client.close();
  });
});
