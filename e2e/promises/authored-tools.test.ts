import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import type { ToolView } from "../../lib/tools/schema.ts";
import { expectPromisesKept } from "../support/kept-promises.ts";
import { decide, type Problem, untilOneAsks, untilState } from "../support/runs.ts";
import type { Server } from "../support/server.ts";
import { openStage, type Stage } from "../support/stage.ts";
import { waitUntil } from "../support/wait-until.ts";

type Authored = ToolView & { code: string; capabilities: unknown; version: number };
type Called = { state: string; result: unknown; error: string | null };

let stage: Stage;
let server: Server;
beforeAll(async () => {
  stage = await openStage();
  server = stage.server();
});
afterEach(() => expectPromisesKept(stage));
afterAll(() => stage[Symbol.asyncDispose]());

const returning = (value: unknown) => `export default async () => (${JSON.stringify(value)})`;
const definition = (name: string, more: Record<string, unknown> = {}) => ({
  name,
  description: `What ${name} does.`,
  inputSchema: { type: "object" },
  code: returning("first"),
  ...more,
});
const publish = (body: unknown) => server.api.post<Authored & Problem>("/tools", body);
const call = async (tool: string, input = {}, on = server) =>
  (await on.api.post<Called>("/calls", { tool, arguments: input })).body;

describe("a published tool", () => {
  test("is called from the chat like any other, versions on record, and one can go back", async () => {
    const created = await publish(definition("greet"));
    expect(created).toMatchObject({
      status: 201,
      body: { source: "authored", version: 1, risk: "L0", approval: { mode: "disabled" } },
    });
    const play = await stage.begin([[{ call: "greet", with: {} }], [{ say: "Done." }]], server);
    expect((await untilState(server, play, "completed")).calls).toMatchObject([{ result: "first" }]);

    const second = await server.api.put<Authored>(
      "/tools/greet",
      definition("greet", { code: returning("second") }),
    );
    expect(second).toMatchObject({ status: 200, body: { version: 2, code: returning("second") } });
    expect(await call("greet")).toMatchObject({ result: "second" });
    const restored = await server.api.post<Authored>("/tools/greet/versions/1/restore");
    expect(restored.body).toMatchObject({ version: 3, code: returning("first") });
    expect(await call("greet")).toMatchObject({ result: "first" });
    const { body } = await server.api.get<{ items: unknown[] }>("/tools/greet/versions");
    expect(body.items).toMatchObject([
      { version: 3, current: true },
      { version: 2, current: false },
      { version: 1, current: false },
    ]);
    for (const version of ["0", "4", "x", "1e0", "-1", "99999999999999"]) {
      const { status } = await server.api.post(`/tools/greet/versions/${version}/restore`);
      expect([version, status]).toEqual([version, 404]);
    }
    const recorded = await stage.sql`select data from audit where type = 'tool.published' order by sequence`;
    expect(recorded.map(({ data }) => data)).toEqual(
      [1, 2, 3].map((version) => ({ tool: "greet", version })),
    );
  });

  test("that is deleted is gone with what was set about it; published anew it begins anew", async () => {
    await publish(definition("gone"));
    await server.api.patch("/tools/gone", { exposed: true, alias: "ours", approval: { mode: "required" } });
    expect((await server.api.delete("/tools/gone")).status).toBe(204);
    expect((await server.api.get("/tools/gone")).status).toBe(404);
    expect((await server.api.delete("/tools/gone")).status).toBe(404);
    const anew = await publish(definition("gone"));
    expect(anew.body).toMatchObject({
      version: 2,
      exposed: false,
      alias: null,
      approval: { mode: "disabled" },
    });
    expect((await server.api.delete("/tools/read_file")).status).toBe(404);
  });

  test("is known on every instance", async () => {
    const other = await stage.start();
    await publish(definition("shared"));
    await waitUntil("the other has it", async () => (await other.api.get("/tools/shared")).status === 200);
    await server.api.put("/tools/shared", definition("shared", { code: returning("second") }));
    await waitUntil(
      "the other has the new one",
      async () => (await call("shared", {}, other)).result === "second",
    );
  });

  test("of which a new version came between the question and its answer is not run", async () => {
    await publish(definition("careful", { approval: { mode: "required", prompt: "Be careful?" } }));
    const play = await stage.begin([[{ call: "careful", with: {} }], [{ say: "Done." }]], server);
    const approval = await untilOneAsks(server, play);
    expect(approval.prompt).toBe("Be careful?");
    await server.api.put("/tools/careful", definition("careful", { code: returning("something else") }));
    await decide(server, approval, "approve");
    const run = await untilState(server, play, "completed");
    expect(run.calls).toMatchObject([{ state: "denied", error: expect.stringContaining("changed") }]);
  });

  test.each([
    ["nothing", {}, "L0", "disabled"],
    ["files to read", { files: "read" }, "L1", "required"],
    ["files to write", { files: "write" }, "L2", "required"],
    ["hosts", { hosts: ["api.example.com"] }, "L3", "required"],
    ["all of it", { hosts: ["api.example.com"], files: "write", secrets: ["KEY"] }, "L5", "required"],
  ])("that needs %s has the risk of that, and asks by it", async (what, capabilities, risk, mode) => {
    const name = `needs_${what.replaceAll(" ", "_")}`;
    const { body } = await publish(definition(name, { capabilities }));
    expect(body).toMatchObject({ risk, approval: { mode } });
  });
});

describe("what cannot be published", () => {
  test.each<[string, Record<string, unknown>, number, string]>([
    ["the name of a built-in tool", { name: "write_file" }, 409, "name"],
    ["a name that is there", { name: "greet" }, 409, "name"],
    ["a name like a server's tool", { name: "files__read" }, 422, "name"],
    ["a name that no provider takes", { name: "has spaces" }, 422, "name"],
    ["no name", { name: "" }, 422, "name"],
    ["a schema that is none", { inputSchema: { type: "nonsense" } }, 422, "inputSchema"],
    ["a schema of a list", { inputSchema: { type: "array" } }, 422, "inputSchema"],
    ["a schema that is a text", { inputSchema: "object" }, 422, "inputSchema"],
    [
      "a schema that points elsewhere",
      { inputSchema: { $ref: "https://example.com/x" } },
      422,
      "inputSchema",
    ],
    ["a schema that answers later", { inputSchema: { type: "object", $async: true } }, 422, "inputSchema"],
    ["code that is no code", { code: "export default async (" }, 422, "code"],
    ["code without a default export", { code: "const nothing = 1" }, 422, "code"],
    ["code that imports", { code: "import fs from 'fs'; export default async () => 1" }, 422, "code"],
    ["a private host", { capabilities: { hosts: ["127.0.0.1"] } }, 422, "capabilities.hosts.0"],
    ["an unknown capability", { capabilities: { shell: true } }, 422, "capabilities"],
    ["an unknown field", { risk: "L0" }, 422, "risk"],
  ])("%s", async (_, more, status, field) => {
    const answer = await publish(definition("refused", more));
    expect([answer.status, answer.body.error?.field]).toEqual([status, expect.stringContaining(field)]);
    expect((await server.api.get("/tools/refused")).status).toBe(404);
  });

  test("a name that another tool has on /mcp, and an alias that another tool has as its name", async () => {
    await server.api.patch("/tools/calculate", { exposed: true, alias: "sum" });
    expect((await publish(definition("sum"))).status).toBe(409);
    for (const alias of ["read_file", "greet"]) {
      const { status, body } = await server.api.patch<Problem>("/tools/calculate", { alias });
      expect([status, body.error.field]).toEqual([409, "alias"]);
    }
    expect((await server.api.patch("/tools/current_time", { alias: "sum" })).status).toBe(409);
    expect((await server.api.patch("/tools/calculate", { alias: "has spaces" })).status).toBe(422);
    await server.api.patch("/tools/calculate", { exposed: null, alias: null });
  });

  test("ten at the same moment with one name: one is published", async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => publish(definition("crowded"))));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    const { body } = await server.api.get<{ items: unknown[] }>("/tools/crowded/versions");
    expect(body.items).toHaveLength(1);
  });
});

describe("code that is tried", () => {
  const attempt = (body: Record<string, unknown>) =>
    server.api.post<Problem & { ok: boolean; result: unknown; error: string | null; console: string[] }>(
      "/tools/try",
      { arguments: {}, ...body },
    );

  test("shows its result and what it logged, and publishes nothing", async () => {
    const code = "export default async ({ n }) => { console.log('n is', n); return n * 2; }";
    const before = (await server.api.get<{ items: unknown[] }>("/tools")).body.items.length;
    const { body } = await attempt({ code, arguments: { n: 21 } });
    expect(body).toMatchObject({ ok: true, result: 42, error: null, console: ["n is 21"] });
    expect((await server.api.get<{ items: unknown[] }>("/tools")).body.items).toHaveLength(before);
  });

  test("shows what went wrong", async () => {
    const thrown = await attempt({ code: "export default async () => { throw new Error('no paper'); }" });
    expect(thrown.body).toMatchObject({ ok: false, error: expect.stringContaining("no paper") });
    const wrong = await attempt({
      code: returning(1),
      inputSchema: { type: "object", required: ["n"] },
      arguments: {},
    });
    expect([wrong.status, wrong.body.error]).toEqual([422, expect.objectContaining({ field: "arguments" })]);
    const unset = await attempt({ code: returning(1), capabilities: { secrets: ["UNSET"] } });
    expect(unset.status).toBe(422);
  });

  test("has nothing of the host, and reaches no address of ours", async () => {
    const { body } = await attempt({
      code: `export default async (input, given) => ({ given: Object.keys(given).sort(),
        names: ["process", "require", "globalThis.process", "Deno", "setTimeout", "fetch", "WebSocket"]
          .filter((name) => { try { return eval("typeof " + name) !== "undefined"; } catch { return false; } }) })`,
    });
    expect(body).toMatchObject({ ok: true, result: { given: [], names: [] } });
    const { port } = new URL(server.url);
    const reaching = await attempt({
      code: `export default async (input, { fetch }) => (await fetch("http://127.0.0.1:${port}/api/v1/tools")).status`,
      capabilities: { hosts: ["example.com"] },
    });
    expect(reaching.body).toMatchObject({ ok: false });
  });

  test("that never ends stalls nobody, and ends when its author leaves", async () => {
    const leaving = new AbortController();
    const endless = { code: "export default async () => { for (;;); }", arguments: {} };
    const waiting = server.api
      .post("/tools/try", endless, { signal: leaving.signal })
      .catch((error: Error) => error.name);
    // Were they held up by it, it would have come to its end, or to its limit, before the last of them was answered.
    const answering = async () => {
      for (let times = 0; times < 20; times += 1) {
        expect((await server.api.get("/tools")).status).toBe(200);
      }
      return "all answered";
    };
    expect(await Promise.race([answering(), waiting])).toBe("all answered");
    leaving.abort();
    expect(await waiting).toBe("AbortError");
    expect((await attempt({ code: returning("at once") })).body).toMatchObject({ result: "at once" });
  });
});
