import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import type { ServerView } from "../../lib/tools/servers/server-schema.ts";
import { expectPromisesKept } from "../support/kept-promises.ts";
import { startRawUpstream } from "../support/mcp/raw-upstream.ts";
import { decide, type Problem, untilOneAsks, untilState } from "../support/runs.ts";
import type { Server } from "../support/server.ts";
import { openStage, type Stage } from "../support/stage.ts";
import { toolResults } from "../support/tool-results.ts";
import { addUpstream, odd } from "../support/upstreams.ts";

const bearer = "tok_4f9d2c71e8";
const header = "header-value-8c1d";
const environment = "environment-value-77aa";
const secret = "a secret of a person 91";

let stage: Stage;
let server: Server;
beforeAll(async () => {
  stage = await openStage({ LOG_LEVEL: "debug" });
  server = stage.server();
});
afterEach(() => expectPromisesKept(stage));
afterAll(() => stage[Symbol.asyncDispose]());

/** Everything that could be read: each row of each table, and all that was logged. */
async function everythingKept(): Promise<string> {
  const tables = await stage.sql<{ name: string }[]>`
    select table_name as name from information_schema.tables where table_schema = 'public'`;
  const rows = await Promise.all(tables.map(({ name }) => stage.sql`select * from ${stage.sql(name)}`));
  return JSON.stringify(rows) + server.output();
}

test("what a server is reached with goes there, and nowhere else", async () => {
  const upstream = await startRawUpstream({
    on: {
      "tools/call": ({ message, request, answer, answerError }) => {
        const seen = `${request.headers.authorization} ${request.headers["x-key"]}`;
        if (Reflect.get(Object(message.params?.arguments), "fail"))
          return answerError(-32_000, `No: ${seen}`);
        return answer({
          content: [{ type: "text", text: seen }],
          structuredContent: { deep: [{ [header]: seen }] },
        });
      },
    },
  });
  const added = await addUpstream(server, {
    name: "keyed",
    url: upstream.url,
    allowPrivateAddress: true,
    headers: { authorization: `Bearer ${bearer}`, "x-key": header },
    requireApproval: [],
  });
  expect(added).toMatchObject({ state: "ready", headerNames: ["authorization", "x-key"] });
  const sent = upstream.headers.filter((_, index) => index > 0).map(({ authorization }) => authorization);
  expect(new Set(sent)).toEqual(new Set([`Bearer ${bearer}`]));

  const local = await addUpstream(server, {
    name: "local",
    ...odd("none"),
    env: { API_KEY: environment },
    requireApproval: [],
  });
  expect(local).toMatchObject({ envNames: ["API_KEY"] });
  const play = await stage.begin([
    [
      { call: "keyed__echo", with: {} },
      { call: "keyed__echo", with: { fail: true } },
      { call: "local__act", with: { what: "environment" } },
    ],
    [{ say: "Done." }],
  ]);
  const run = await untilState(server, play, "completed");
  expect(run.calls.map(({ state }) => state)).toEqual(["succeeded", "failed", "succeeded"]);
  const told = toolResults(play.asked()[1]).map(({ text }) => text);
  expect(told[0]).toContain("[secret keyed authorization]");
  expect(told[1]).toContain("[secret keyed x-key]");
  expect(told[2]).toContain("[secret local API_KEY]");
  // Of ours the command got nothing but what it needs to run.
  expect(told[2]).not.toContain("COUNTERSIGN");
  expect(told[2]).not.toContain("DATABASE_URL");

  const listing = await server.api.get("/servers");
  const anywhere = (await everythingKept()) + JSON.stringify([added, local, run, told, listing.body]);
  for (const value of [bearer, header, environment]) expect(anywhere.includes(value)).toBe(false);
  await upstream.close();
});

test("what lies across a cut of an answer or an error is not kept in part", async () => {
  const long = `tok_${"0123456789".repeat(40)}`;
  const upstream = await startRawUpstream({
    on: {
      "tools/call": ({ message, request, answer, answerError }) => {
        const { authorization } = request.headers;
        if (Reflect.get(Object(message.params?.arguments), "fail"))
          return answerError(-32_000, `${"x".repeat(200)} ${authorization}`);
        return answer({ content: [{ type: "text", text: `${"x".repeat(999_700)} ${authorization}` }] });
      },
    },
  });
  await addUpstream(server, {
    name: "lengthy",
    url: upstream.url,
    allowPrivateAddress: true,
    headers: { authorization: `Bearer ${long}` },
    requireApproval: [],
  });
  const play = await stage.begin([
    [
      { call: "lengthy__echo", with: {} },
      { call: "lengthy__echo", with: { fail: true } },
    ],
    [{ say: "Done." }],
  ]);
  const run = await untilState(server, play, "completed");
  expect(run.calls.map(({ state }) => state)).toEqual(["succeeded", "failed"]);
  expect(JSON.stringify(run)).toContain("[secret lengthy authorization]");
  expect(((await everythingKept()) + JSON.stringify(run)).includes(long.slice(0, 12))).toBe(false);
  await upstream.close();
});

test("an error of the connection does not repeat what it was sent", async () => {
  const upstream = await startRawUpstream({
    before: (request, response) => {
      response.writeHead(401).end(`Bad token: ${request.headers.authorization}`);
      return true;
    },
  });
  const { state, error } = await addUpstream(server, {
    name: "refusing",
    url: upstream.url,
    allowPrivateAddress: true,
    headers: { authorization: `Bearer ${bearer}` },
  });
  expect(state).toBe("failed");
  expect(error).not.toContain(bearer);
  expect((await everythingKept()).includes(bearer)).toBe(false);
  await upstream.close();
});

test("another address does not get what was agreed with the first, and a name or kind is not changed", async () => {
  const upstream = await startRawUpstream();
  const { id } = await addUpstream(server, { name: "moving", url: upstream.url, allowPrivateAddress: true });
  for (const patch of [{ name: "moved" }, { command: "/bin/sh" }, { state: "ready" }, { sealed: "" }]) {
    const { status } = await server.api.patch<Problem>(`/servers/${id}`, patch);
    expect([patch, status]).toEqual([patch, 422]);
  }
  await server.api.delete(`/servers/${id}`);
  await upstream.close();
});

test("secrets are sealed, listed by name, given to the code that names them, and masked on the way back", async () => {
  expect((await server.api.put("/secrets/MAIL_KEY", { value: secret })).status).toBe(204);
  const listed = await server.api.get<{ items: { name: string }[] }>("/secrets");
  expect(listed.body.items.map(({ name }) => name)).toEqual(["MAIL_KEY"]);
  expect(JSON.stringify(listed.body)).not.toContain(secret);
  for (const [name, value] of [
    ["1BAD", "long enough"],
    ["a-b", "long enough"],
    ["GOOD", "abc"],
  ]) {
    expect((await server.api.put(`/secrets/${name}`, { value })).status).toBe(422);
  }
  const definition = {
    name: "mail",
    description: "Says its key.",
    inputSchema: { type: "object" },
    code: "export default async (input, { secrets }) => ({ key: secrets.MAIL_KEY, other: secrets.OTHER ?? null })",
    capabilities: { secrets: ["MAIL_KEY"] },
  };
  const published = await server.api.post("/tools", definition);
  expect(published).toMatchObject({ status: 201, body: { approval: { mode: "required" } } });
  const play = await stage.begin([[{ call: "mail", with: {} }], [{ say: "Done." }]]);
  await decide(server, await untilOneAsks(server, play), "approve");
  const run = await untilState(server, play, "completed");
  expect(run.calls).toMatchObject([
    { state: "succeeded", result: { key: "[secret MAIL_KEY]", other: null } },
  ]);
  const tried = await server.api.post("/tools/try", {
    code: definition.code,
    capabilities: definition.capabilities,
    arguments: {},
  });
  expect((JSON.stringify(tried.body) + (await everythingKept())).includes(secret)).toBe(false);
  expect((await server.api.delete("/secrets/MAIL_KEY")).status).toBe(204);
  expect((await server.api.delete("/secrets/MAIL_KEY")).status).toBe(404);
});

test("in the arguments of a call its exact value is shown by its name, and what runs is what was asked", async () => {
  await server.api.put("/secrets/SHOWN", { value: "shown-by-its-name" });
  const content = 'key = "shown-by-its-name", token = "sk-not-configured-1234567890"';
  const play = await stage.begin([
    [{ call: "write_file", with: { path: "shown.txt", content } }],
    [{ say: "Done." }],
  ]);
  const approval = await untilOneAsks(server, play);
  const masked = content.replace("shown-by-its-name", "[secret SHOWN]");
  expect(approval.arguments).toEqual({ path: "shown.txt", content: masked });
  const seen: unknown[] = [approval, await server.api.get(`/approvals/${approval.id}`)];
  seen.push(
    await server.api.get("/approvals"),
    await server.api.get(`/conversations/${play.conversationId}`),
  );
  for await (const { data } of server.api.readStream(`/runs/${play.runId}/stream`)) seen.push(data);
  const more = { argumentsDigest: approval.argumentsDigest };
  seen.push(await decide(server, approval, "approve", more), await decide(server, approval, "approve"));
  expect(await untilState(server, play, "completed")).toMatchObject({ calls: [{ state: "succeeded" }] });
  expect(JSON.stringify(seen).includes("shown-by-its-name")).toBe(false);
  expect(readFileSync(path.join(stage.workspace, "shown.txt"), "utf8")).toBe(content);
});

test("they are known on another instance, and after a restart", async () => {
  await server.api.put("/secrets/LATER", { value: "known elsewhere too" });
  const other = await stage.start();
  const { body } = await other.api.post<{ result: unknown; error: string | null }>("/tools/try", {
    code: "export default async (input, { secrets }) => secrets.LATER.length",
    capabilities: { secrets: ["LATER"] },
    arguments: {},
  });
  expect(body).toMatchObject({ result: "known elsewhere too".length });
  const { body: servers } = await other.api.get<{ items: ServerView[] }>("/servers");
  expect(servers.items.find(({ name }) => name === "keyed")?.headerNames).toEqual(["authorization", "x-key"]);
});

test("nothing of it lies in the data folder", () => {
  for (const name of readdirSync(server.dataDir, { recursive: true, withFileTypes: true })) {
    if (!name.isFile()) continue;
    const content = readFileSync(path.join(name.parentPath, name.name), "utf8");
    for (const value of [bearer, header, environment, secret]) expect(content.includes(value)).toBe(false);
  }
});
