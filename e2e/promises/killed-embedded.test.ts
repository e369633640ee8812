import { existsSync, rmSync } from "node:fs";
import path from "node:path";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openEmbedded } from "../../lib/db/open-embedded.ts";
import type { Run } from "../../lib/runs/schema.ts";
import { type EmbeddedGates, installGates } from "../support/embedded-gates.ts";
import { brokenPromises } from "../support/kept-promises.ts";
import { decide, untilOneAsks, untilState } from "../support/runs.ts";
import { type Server, startServer } from "../support/server.ts";
import { newConversation } from "../support/stage.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";

const transitions = {
  asked: { table: "approvals", when: "new.status = 'pending'" },
  decided: { table: "approvals", when: "new.status = 'approved'" },
  claimed: { table: "calls", when: "new.state = 'executing'" },
  ended: { table: "calls", when: "new.state = 'succeeded'" },
};
type Gate = keyof typeof transitions;

let dataDir: string;
let gates: EmbeddedGates<Gate>;
let server: Server;

beforeAll(async () => {
  dataDir = temporaryDirectory("data");
  gates = await installGates(dataDir, transitions);
  server = await startServer({ dataDir });
});
afterAll(async () => {
  await server.stop();
  const database = await openEmbedded(dataDir);
  const broken = await brokenPromises((query) => database.query(sql.raw(query)));
  await database.close();
  expect(broken).toEqual({});
});

const exists = (name: string) => existsSync(path.join(server.workspace, name));

/** The demo model makes the call that it is told to make. */
async function send(name: string, conversationId: string): Promise<{ runId: string }> {
  const text = `call write_file ${JSON.stringify({ path: name, content: "written" })}`;
  const { body } = await server.api.post<{ run: Run }>(`/conversations/${conversationId}/messages`, { text });
  return { runId: body.run.id };
}

const write = async (name: string) => send(name, await newConversation(server));

/** In the middle of the commit; nothing of it is kept. */
async function killAt(gate: Gate, act: () => Promise<unknown>): Promise<void> {
  gates.close(gate);
  const acting = act().catch(() => undefined);
  await gates.reached(gate);
  await server.kill("SIGKILL");
  await acting;
  gates.open(gate);
}

test("while it asks: it asks again, once", async () => {
  const conversationId = await newConversation(server);
  await killAt("asked", () => send("asked.txt", conversationId));
  server = await startServer({ dataDir });
  const { body } = await server.api.get<{ run: Run }>(`/conversations/${conversationId}`);
  const play = { runId: body.run.id };
  const approval = await untilOneAsks(server, play);
  expect((await decide(server, approval, "approve")).status).toBe(200);
  const run = await untilState(server, play, "completed");
  expect([run.approvals.length, exists("asked.txt")]).toEqual([1, true]);
});

test("while it waits, and in the middle of a decision: the question is there, and can be decided", async () => {
  const play = await write("decided.txt");
  const approval = await untilOneAsks(server, play);
  await server.kill("SIGKILL");
  server = await startServer({ dataDir });
  expect(await untilOneAsks(server, play)).toEqual(approval);
  await killAt("decided", () => decide(server, approval, "approve"));
  server = await startServer({ dataDir });
  expect(await untilOneAsks(server, play)).toEqual(approval);
  expect(exists("decided.txt")).toBe(false);
  expect((await decide(server, approval, "reject")).status).toBe(200);
  await untilState(server, play, "completed");
  expect(exists("decided.txt")).toBe(false);
});

test("while it claims: nothing was started, and the approved call runs once", async () => {
  const play = await write("claimed.txt");
  const approval = await untilOneAsks(server, play);
  await killAt("claimed", () => decide(server, approval, "approve"));
  expect(exists("claimed.txt")).toBe(false);
  server = await startServer({ dataDir });
  const run = await untilState(server, play, "completed");
  expect(run.calls.map(({ state }) => state)).toEqual(["succeeded"]);
  expect(exists("claimed.txt")).toBe(true);
});

test("while it saves the outcome: the call ran and is not run again", async () => {
  const play = await write("ended.txt");
  const approval = await untilOneAsks(server, play);
  await killAt("ended", () => decide(server, approval, "approve"));
  expect(exists("ended.txt")).toBe(true);
  rmSync(path.join(server.workspace, "ended.txt"));
  server = await startServer({ dataDir });
  const run = await untilState(server, play, "completed");
  expect(run.calls[0]?.state).toBe("interrupted");
  expect(run.calls.filter(({ state }) => state === "succeeded" || state === "executing")).toEqual([]);
  expect(exists("ended.txt")).toBe(false);
});
