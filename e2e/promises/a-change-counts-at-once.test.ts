import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import type { ToolView } from "../../lib/tools/schema.ts";
import { expectPromisesKept } from "../support/kept-promises.ts";
import { decide, untilOneAsks, untilState } from "../support/runs.ts";
import type { Server } from "../support/server.ts";
import { openStage, type Stage } from "../support/stage.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";
import { toolResults } from "../support/tool-results.ts";
import { addUpstream, filesystem } from "../support/upstreams.ts";

// What another instance changed and did not live to tell of: it stands in the database, and nobody is notified.
let stage: Stage;
let server: Server;
let root: string;
beforeAll(async () => {
  stage = await openStage();
  server = stage.server();
  root = path.join(temporaryDirectory("files"), "root");
  mkdirSync(root);
  writeFileSync(path.join(root, "note.txt"), "what is in the note");
});
afterEach(() => expectPromisesKept(stage));
afterAll(() => stage[Symbol.asyncDispose]());

type Called = { state: string; result: unknown; error: string | null };
const call = async (tool: string, input: unknown): Promise<Called> =>
  (await server.api.post<Called>("/calls", { tool, arguments: input })).body;
const note = () => ({ path: path.join(root, "note.txt") });

describe("the tools of a server", () => {
  test("one that a person set to ask meanwhile does not run unasked", async () => {
    const { id } = await addUpstream(server, { name: "asked", trusted: true, ...filesystem(root) });
    expect(await call("asked__read_text_file", note())).toMatchObject({ state: "succeeded" });
    await stage.sql`update servers set require_approval = '["@all"]' where id = ${id}`;
    expect(await call("asked__read_text_file", note())).toMatchObject({
      state: "denied",
      error: expect.stringContaining("a person has set that 'asked__read_text_file' needs approval"),
    });
    expect(await call("asked__read_text_file", note())).toMatchObject({ state: "pending" });
  });

  test("approved, it does not run any more when its server was switched off, or it is another one", async () => {
    const file = path.join(root, "written.txt");
    const write = (name: string) => [
      [{ call: `${name}__write_file`, with: { path: file, content: "" } }],
      [{ say: "Then not." }],
    ];
    const changes = {
      off: (id: string) => stage.sql`update servers set enabled = false where id = ${id}`,
      another: (id: string) =>
        stage.sql`update server_tools set fingerprint = 'another' where server_id = ${id}`,
    };
    for (const [name, change] of Object.entries(changes)) {
      const { id } = await addUpstream(server, { name, trusted: true, ...filesystem(root) });
      const play = await stage.begin(write(name));
      const approval = await untilOneAsks(server, play);
      await change(id);
      expect((await decide(server, approval, "approve")).status).toBe(200);
      expect((await untilState(server, play, "completed")).calls).toMatchObject([{ state: "denied" }]);
      expect(toolResults(play.asked()[1])[0]?.text).toMatch(/^Not run/);
    }
    expect(existsSync(file)).toBe(false);
  });
});

describe("what people wrote", () => {
  const publish = (name: string, code: string, approval: ToolView["approval"]["mode"]) =>
    server.api.post("/tools", {
      name,
      description: `What ${name} does.`,
      inputSchema: { type: "object" },
      code,
      capabilities: { files: "write" },
      approval: { mode: approval },
    });

  test("a tool that was deleted meanwhile does not run, approved or not", async () => {
    const code = `export default (input, { files }) => files.write("written.txt", "")`;
    await publish("approved_once", code, "required");
    await publish("never_asked", code, "disabled");
    const play = await stage.begin([[{ call: "approved_once", with: {} }], [{ say: "Then not." }]]);
    const approval = await untilOneAsks(server, play);
    await stage.sql`update authored_tools set deleted_at = now() where name = 'approved_once'`;
    expect((await decide(server, approval, "approve")).status).toBe(200);
    expect((await untilState(server, play, "completed")).calls).toMatchObject([{ state: "denied" }]);
    await stage.sql`update authored_tools set deleted_at = now() where name = 'never_asked'`;
    expect(await call("never_asked", {})).toMatchObject({ state: "denied" });
    expect(existsSync(path.join(stage.workspace, "written.txt"))).toBe(false);
  });

  test("a secret that another instance was given is hidden in the next result", async () => {
    const other = await stage.start();
    const value = "a-secret-that-was-just-set";
    writeFileSync(path.join(stage.workspace, "secret.txt"), value);
    // It notifies the others a moment after it has answered, and is gone by then.
    expect((await other.api.put("/secrets/JUST_SET", { value })).status).toBe(204);
    await other.kill("SIGKILL");
    expect(JSON.stringify(await call("read_file", { path: "secret.txt" }))).not.toContain(value);
  });
});
