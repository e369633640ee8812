import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { expectPromisesKept } from "../support/kept-promises.ts";
import { decide, untilOneAsks, untilState } from "../support/runs.ts";
import type { Server } from "../support/server.ts";
import { openStage, type Stage } from "../support/stage.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";
import { toolResults } from "../support/tool-results.ts";
import { addUpstream, everything, filesystem, odd, readTool } from "../support/upstreams.ts";
import { waitUntil } from "../support/wait-until.ts";

let stage: Stage;
let server: Server;
let root: string;
let outsideRoot: string;
beforeAll(async () => {
  stage = await openStage();
  server = stage.server();
  root = path.join(temporaryDirectory("files"), "root");
  outsideRoot = path.join(path.dirname(root), "outside.txt");
  mkdirSync(root);
  writeFileSync(path.join(root, "note.txt"), "what is in the note");
  await addUpstream(server, { name: "files", trusted: true, ...filesystem(root) });
  await addUpstream(server, { name: "every", ...everything });
});
afterEach(() => expectPromisesKept(stage));
afterAll(() => stage[Symbol.asyncDispose]());

const lines = (tool: string, input: unknown) => [[{ call: tool, with: input }], [{ say: "Done." }]];

describe("the file server, which a person trusts", () => {
  test("what it says of its tools sets their risk and their flags", async () => {
    expect(await readTool(server, "files__read_text_file")).toMatchObject({
      source: "mcp:files",
      originalName: "read_text_file",
      review: "reviewed",
      approval: { mode: "disabled" },
    });
    const write = await readTool(server, "files__write_file");
    expect(write).toMatchObject({ approval: { mode: "required" }, annotations: { destructiveHint: true } });
    expect([write.risk, write.composedRisk]).toEqual(["L4", "L3"]);
  });

  test("what only reads runs unasked, and the model gets what it read", async () => {
    const play = await stage.begin(lines("files__read_text_file", { path: path.join(root, "note.txt") }));
    const run = await untilState(server, play, "completed");
    expect(run.approvals).toEqual([]);
    expect(toolResults(play.asked()[1])[0]?.text).toContain("what is in the note");
  });

  test("what writes waits, and writes when it is approved", async () => {
    const file = path.join(root, "approved.txt");
    const play = await stage.begin(lines("files__write_file", { path: file, content: "written" }));
    const approval = await untilOneAsks(server, play);
    expect(approval.tool).toMatchObject({ name: "files__write_file", source: "mcp:files", risk: "L4" });
    expect(existsSync(file)).toBe(false);
    await decide(server, approval, "approve");
    const run = await untilState(server, play, "completed");
    expect(run.calls).toMatchObject([{ state: "succeeded" }]);
    expect(readFileSync(file, "utf8")).toBe("written");
  });

  test("a rejected write is not made, and the model is told", async () => {
    const file = path.join(root, "rejected.txt");
    const play = await stage.begin(lines("files__write_file", { path: file, content: "" }));
    await decide(server, await untilOneAsks(server, play), "reject", { reason: "Elsewhere." });
    await untilState(server, play, "completed");
    expect(existsSync(file)).toBe(false);
    expect(toolResults(play.asked()[1])[0]?.text).toMatch(/^Not run: .*Elsewhere/s);
  });

  test("a write outside its root is refused by it, and that is what is told", async () => {
    const play = await stage.begin(lines("files__write_file", { path: outsideRoot, content: "" }));
    await decide(server, await untilOneAsks(server, play), "approve");
    const run = await untilState(server, play, "completed");
    expect(run.calls).toMatchObject([{ state: "failed", error: expect.stringMatching(/Access denied/i) }]);
    expect(existsSync(outsideRoot)).toBe(false);
  });
});

describe("the example server, which nobody trusts", () => {
  test("whatever it says, each of its tools asks, and none has a low risk", async () => {
    const { body } = await server.api.get<{ items: Awaited<ReturnType<typeof readTool>>[] }>("/tools");
    const its = body.items.filter(({ source }) => source === "mcp:every");
    expect(its.length).toBeGreaterThan(8);
    expect(its.filter(({ approval }) => approval.mode !== "required")).toEqual([]);
    expect(its.filter(({ risk }) => risk < "L3")).toEqual([]);
    const play = await stage.begin(lines("every__echo", { message: "hello" }));
    await decide(server, await untilOneAsks(server, play), "approve");
    await untilState(server, play, "completed");
    expect(toolResults(play.asked()[1])[0]?.text).toContain("hello");
  });

  test("trusted, selected and switched by hand: the flag that a person set stays", async () => {
    const { body } = await server.api.get<{ items: { id: string; name: string }[] }>("/servers");
    const id = body.items.find(({ name }) => name === "every")?.id;
    const modeOf = async (name: string) => (await readTool(server, name)).approval.mode;
    await server.api.patch("/tools/every__get-sum", { approval: { mode: "required" } });
    await server.api.patch(`/servers/${id}`, { trusted: true });
    expect([await modeOf("every__echo"), await modeOf("every__get-sum")]).toEqual(["disabled", "required"]);
    await server.api.patch(`/servers/${id}`, { requireApproval: ["echo"] });
    expect([await modeOf("every__echo"), await modeOf("every__get-tiny-image")]).toEqual([
      "required",
      "disabled",
    ]);
    await server.api.patch(`/servers/${id}`, { tools: ["echo", "get-tiny-image"] });
    expect((await readTool(server, "every__get-sum")).enabled).toBe(false);
    const wrong = await server.api.patch(`/servers/${id}`, { requireApproval: ["get-sum"] });
    expect(wrong).toMatchObject({ status: 422, body: { error: { field: "requireApproval" } } });
    expect(JSON.stringify(wrong.body)).toContain("get-sum");
    await server.api.patch(`/servers/${id}`, { tools: ["@all"], requireApproval: ["@write"] });
  });

  test("images, structured content and links keep their shape", async () => {
    const names = ["get-tiny-image", "get-structured-content", "get-resource-links"];
    const calls = [{}, { location: "New York" }, { count: 2 }].map((input, index) => ({
      call: `every__${names[index]}`,
      with: input,
    }));
    const play = await stage.begin([calls, [{ say: "Done." }]]);
    const run = await untilState(server, play, "completed");
    const types = run.calls.map(({ result }) => JSON.stringify(result));
    expect(run.calls.map(({ state }) => state)).toEqual(["succeeded", "succeeded", "succeeded"]);
    expect(types[0]).toContain('"type":"image"');
    expect(types[1]).toContain('"structuredContent"');
    expect(types[2]).toContain('"type":"resource_link"');
  });

  test("how far it is can be seen, and Stop stops it", async () => {
    const play = await stage.begin(
      lines("every__trigger-long-running-operation", { duration: 60, steps: 600 }),
    );
    const seen: unknown[] = [];
    for await (const { data } of server.api.readStream(`/runs/${play.runId}/stream`)) {
      const chunk = data === "[DONE]" ? {} : JSON.parse(data);
      if (chunk.type === "data-progress") seen.push(chunk.data);
      if (seen.length === 2) break;
    }
    expect(seen[0]).toMatchObject({ callId: expect.any(String), progress: expect.any(Number), total: 600 });
    await server.api.post(`/runs/${play.runId}/cancel`);
    const run = await untilState(server, play, "cancelled");
    expect(run.calls).toMatchObject([{ state: "interrupted" }]);
  });
});

test("two servers with the same tools: each call goes to its own", async () => {
  const other = path.join(path.dirname(root), "other");
  mkdirSync(other);
  writeFileSync(path.join(other, "note.txt"), "the other note");
  await addUpstream(server, { name: "files-2", trusted: true, ...filesystem(other) });
  const calls = [
    { call: "files__read_text_file", with: { path: path.join(root, "note.txt") } },
    { call: "files-2__read_text_file", with: { path: path.join(other, "note.txt") } },
    { call: "files-2__read_text_file", with: { path: path.join(root, "note.txt") } },
  ];
  const play = await stage.begin([calls, [{ say: "Done." }]]);
  const run = await untilState(server, play, "completed");
  expect(run.calls.map(({ state }) => state)).toEqual(["succeeded", "succeeded", "failed"]);
  expect(toolResults(play.asked()[1])[1]?.text).toContain("the other note");
});

test.each(["SIGKILL", "SIGTERM"] as const)("commands end with a server that ends by %s", async (signal) => {
  const dying = await stage.start();
  const name = `stubborn-${signal.toLowerCase()}`;
  await addUpstream(dying, { name, requireApproval: [], ...odd("stubborn") });
  const { body } = await dying.api.post<{ result: string }>("/calls", {
    tool: `${name}__act`,
    arguments: { what: "pids" },
  });
  const pids: number[] = JSON.parse(body.result);
  expect(pids.filter(isAlive)).toHaveLength(2);
  await dying.kill(signal);
  await waitUntil("they have ended", () => !pids.some(isAlive));
});

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
