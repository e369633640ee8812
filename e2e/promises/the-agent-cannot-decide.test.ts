import { existsSync, symlinkSync } from "node:fs";
import { networkInterfaces } from "node:os";
import path from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import type { Approval } from "../../lib/approvals/schema.ts";
import { expectPromisesKept } from "../support/kept-promises.ts";
import { decide, readRun, untilOneAsks, untilState } from "../support/runs.ts";
import { type Server, testSecret } from "../support/server.ts";
import { openStage, type Play, type Stage } from "../support/stage.ts";

let stage: Stage;
let server: Server;
let play: Play;
let approval: Approval;

beforeAll(async () => {
  stage = await openStage();
  server = stage.server();
  play = await stage.begin([
    [{ call: "write_file", with: { path: "prize.txt", content: "written" } }],
    [{ say: "Done." }],
  ]);
  approval = await untilOneAsks(server, play);
});
afterEach(async () => {
  expect(await readRun(server, play)).toMatchObject({ state: "waiting", approvals: [approval] });
  expect(existsSync(path.join(stage.workspace, "prize.txt"))).toBe(false);
  await expectPromisesKept(stage);
});
afterAll(() => stage[Symbol.asyncDispose]());

const door = () => `/api/v1/approvals/${approval.id}/decision`;

describe("a URL that a tool controls", () => {
  const ownAddresses = () => {
    const { port } = new URL(server.url);
    const outside = Object.values(networkInterfaces())
      .flatMap((entries) => entries ?? [])
      .filter(({ internal }) => !internal)
      .map(({ address, family }) => (family === "IPv6" ? `[${address.split("%")[0]}]` : address));
    const inside = [
      "127.0.0.1",
      "localhost",
      "LOCALHOST",
      "localhost.",
      "any.localhost",
      "127.1",
      "2130706433",
      "0x7f.0.0.1",
      "0177.0.0.1",
      "0.0.0.0",
      "[::1]",
      "[::]",
      "[::ffff:127.0.0.1]",
      "[64:ff9b::7f00:1]",
      "169.254.169.254",
      "10.0.0.1",
    ];
    return [...inside, ...outside].map((name) => `http://${name}:${port}${door()}`);
  };
  const others = [
    "file:///etc/passwd",
    "ftp://127.0.0.1/",
    "javascript:alert(1)",
    "//127.0.0.1",
    "http://user:pass@127.0.0.1/",
    "http://",
  ];

  test("of our own, in any spelling, is refused before anybody is asked", async () => {
    const urls = [...ownAddresses(), ...others];
    const calls = urls.map((url) => ({ call: "fetch_url", with: { url } }));
    const attempt = await stage.begin([calls, [{ say: "Done." }]]);
    const run = await untilState(server, attempt, "completed");
    expect(run.approvals).toEqual([]);
    expect(run.calls.map(({ state }) => state)).toEqual(urls.map(() => "denied"));
  });

  test("is refused as well when its tool needs no approval", async () => {
    await server.api.patch("/tools/fetch_url", { approval: { mode: "disabled" } });
    const urls = ownAddresses();
    const calls = urls.map((url) => ({ call: "fetch_url", with: { url } }));
    const attempt = await stage.begin([calls, [{ say: "Done." }]]);
    const run = await untilState(server, attempt, "completed");
    await server.api.patch("/tools/fetch_url", { approval: { mode: null } });
    for (const call of run.calls) {
      expect(["denied", "failed"]).toContain(call.state);
      expect(call.error).toContain("not on the public internet");
    }
  });
});

test("no tool reads the token or the secret", async () => {
  symlinkSync(path.join(server.dataDir, "local-token"), path.join(stage.workspace, "link.txt"));
  symlinkSync(server.dataDir, path.join(stage.workspace, "folder"));
  const paths = [
    "../local-token",
    path.relative(stage.workspace, path.join(server.dataDir, "local-token")),
    path.join(server.dataDir, "local-token"),
    "link.txt",
    "folder/local-token",
    "./folder/../folder/local-token",
    "/proc/self/environ",
    "..\\local-token",
  ];
  const attempt = await stage.begin([
    [
      ...paths.map((file) => ({ call: "read_file", with: { path: file } })),
      { call: "search_files", with: { query: server.key } },
      { call: "search_files", with: { query: server.key, path: "folder" } },
      { call: "list_files", with: { path: "folder" } },
    ],
    [{ say: "Done." }],
  ]);
  const run = await untilState(server, attempt, "completed");
  expect(run.calls.slice(0, paths.length).map(({ state }) => state)).toEqual(paths.map(() => "failed"));
  const told = JSON.stringify(attempt.asked()[1]?.body.messages.filter(({ role }) => role === "tool"));
  expect(told).not.toContain(testSecret);
  expect(JSON.stringify(run.calls.map(({ result, error }) => [result, error]))).not.toContain(server.key);
});

test("no tool changes a flag: there is none that could", async () => {
  const { body: tools } = await server.api.get<{ items: { name: string }[] }>("/tools");
  const offered = tools.items.map(({ name }) => name);
  expect(
    offered.filter((name) => /approv|decide|decision|setting|policy|rule|grant|secret|token/.test(name)),
  ).toEqual([]);
  const names = stage.provider.requests.at(-1)?.body.tools as { function: { name: string } }[];
  expect(names.map((tool) => tool.function.name).sort()).toEqual(offered.sort());
});

test("the door stays open for the person", async () => {
  const other = await stage.begin([
    [{ call: "write_file", with: { path: "other.txt", content: "" } }],
    [{ say: "Done." }],
  ]);
  expect((await decide(server, await untilOneAsks(server, other), "approve")).status).toBe(200);
  await untilState(server, other, "completed");
});
