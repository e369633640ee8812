import { existsSync } from "node:fs";
import path from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { createRequestStates } from "../../lib/mcp-server/request-state.ts";
import { expectPromisesKept } from "../support/kept-promises.ts";
import { askedRound } from "../support/mcp-clients/asked-round.ts";
import { connect2025 } from "../support/mcp-clients/connect-2025.ts";
import { type Client2026, connect2026 } from "../support/mcp-clients/connect-2026.ts";
import { says } from "../support/mcp-clients/outside-client.ts";
import { outsideCalls } from "../support/outside-calls.ts";
import { type Server, testSecret } from "../support/server.ts";
import { openStage, type Stage } from "../support/stage.ts";

let stage: Stage;
let first: Server;
let second: Server;
beforeAll(async () => {
  stage = await openStage();
  first = stage.server();
  second = await stage.start();
  for (const name of ["write_file", "delete_file"])
    await first.api.patch(`/tools/${name}`, { exposed: true });
});
afterEach(() => expectPromisesKept(stage));
afterAll(() => stage[Symbol.asyncDispose]());

const exists = (file: string) => existsSync(path.join(stage.workspace, file));
const connect = (server: Server) =>
  connect2026({ url: `${server.url}/mcp`, token: server.key, answer: says("accept") });
const accepted = { approval: { action: "accept", content: {} } };
const notRun = { isError: true, text: expect.stringMatching(/not run/i) };

describe("the state that a client of 2026 brings back", () => {
  const answer = (client: Client2026, file: string, requestState: string) =>
    client.round({
      name: "write_file",
      arguments: { path: file, content: "" },
      inputResponses: accepted,
      requestState,
    });

  test("counts on whichever instance it arrives, and once, however many bring it at the same moment", async () => {
    const clients = await Promise.all([connect(first), connect(second)]);
    const [one, other] = clients;
    const { requestState } = await askedRound(one, "shared.txt");
    const eight = Array.from({ length: 8 }, (_, index) => (index % 2 === 0 ? other : one));
    const results = await Promise.all(eight.map((client) => answer(client, "shared.txt", requestState)));
    expect(results.filter(({ result }) => result?.isError === false)).toHaveLength(1);
    expect(exists("shared.txt")).toBe(true);
    const again = await answer(other, "shared.txt", requestState);
    expect(again.result).toMatchObject({
      isError: true,
      text: expect.stringMatching(/answered before.*ran nothing.*succeeded/),
    });
    expect(await outsideCalls(stage, "shared.txt")).toMatchObject([
      { state: "succeeded", audit: ["approval.requested", "approval.decided", "call.claimed", "call.ended"] },
    ]);
    await Promise.all(clients.map((client) => client.close()));
  });

  test("does not fit other arguments, another tool, or another name", async () => {
    const client = await connect(first);
    const { requestState } = await askedRound(client, "asked.txt");
    const elsewhere = { inputResponses: accepted, requestState };
    for (const round of [
      { name: "write_file", arguments: { path: "other.txt", content: "" } },
      { name: "write_file", arguments: { path: "asked.txt", content: "more" } },
      { name: "write_file", arguments: { path: "asked.txt", content: "\ud800" } },
      { name: "delete_file", arguments: { path: "asked.txt", content: "" } },
    ]) {
      expect((await client.round({ ...round, ...elsewhere })).result).toMatchObject(notRun);
    }
    expect([exists("asked.txt"), exists("other.txt")]).toEqual([false, false]);
    expect(await outsideCalls(stage, "asked.txt")).toMatchObject([{ state: "pending" }]);
    expect((await answer(client, "asked.txt", requestState)).result).toMatchObject({ isError: false });
    await client.close();
  });

  test("that was not written here is refused: cut, changed, made up, or of another secret", async () => {
    const client = await connect(first);
    const { requestState } = await askedRound(client, "forged.txt");
    const [version, body = "", tag = ""] = requestState.split(".");
    const asked = JSON.parse(Buffer.from(body, "base64url").toString("utf8"));
    const changed = Buffer.from(JSON.stringify({ ...asked, expiresAt: 9e15 })).toString("base64url");
    const forged = [
      "",
      "null",
      "v1..",
      `${version}.${body}`,
      `${version}.${body}.${tag.slice(1)}`,
      `${version}.${body}.${tag}.${tag}`,
      `${version}.${changed}.${tag}`,
      `${version}.${Buffer.from("no json").toString("base64url")}.${tag}`,
      createRequestStates("another secret").sign(asked),
      createRequestStates(testSecret).sign({ ...asked, principalId: "somebody else" }),
    ];
    for (const state of forged) {
      const tried = await answer(client, "forged.txt", state).catch((error: Error) => error.message);
      expect(tried, state).toEqual(expect.stringContaining("requestState"));
    }
    // Even one that is signed with our own secret names a call that was asked about, or nothing runs.
    const approved = await outsideCalls(stage, "shared.txt");
    for (const callId of ["none", approved[0]?.id ?? ""]) {
      const state = createRequestStates(testSecret).sign({ ...asked, callId });
      expect((await answer(client, "forged.txt", state)).result).toMatchObject(notRun);
    }
    expect(exists("forged.txt")).toBe(false);
    expect(await outsideCalls(stage, "forged.txt")).toMatchObject([{ state: "pending" }]);
    await client.close();
  });

  test("without an answer, or with one that is none, asks again and runs nothing", async () => {
    const client = await connect(first);
    const { requestState } = await askedRound(client, "unanswered.txt");
    const call = { name: "write_file", arguments: { path: "unanswered.txt", content: "" }, requestState };
    for (const inputResponses of [{}, { other: { action: "accept" } }, { approval: { action: "yes" } }]) {
      const { question, result } = await client.round({ ...call, inputResponses }).catch(() => {
        return { question: "refused", result: null };
      });
      expect(question).toBeTruthy();
      expect(result).toBeNull();
    }
    const unasked = await client.round({
      ...call,
      requestState: undefined as never,
      inputResponses: accepted,
    });
    expect(unasked.result).toBeNull();
    expect(exists("unanswered.txt")).toBe(false);
    await client.close();
  });
});

test("a second answer to the question of a 2025 client changes nothing", async () => {
  const client = await connect2025({ url: `${first.url}/mcp`, token: first.key, answer: says("decline") });
  await client.call("write_file", { path: "twice.txt", content: "" });
  for (let id = 0; id < 4; id += 1) {
    await client.transport.send({ jsonrpc: "2.0", id, result: { action: "accept", content: {} } });
  }
  await client.list();
  expect(exists("twice.txt")).toBe(false);
  expect(await outsideCalls(stage, "twice.txt")).toMatchObject([{ state: "rejected" }]);
  await client.close();
});

test("two questions of one 2025 client at the same time: each answer is for its own", async () => {
  const client = await connect2025({
    url: `${first.url}/mcp`,
    token: first.key,
    answer: async (message) => ({ action: message.includes("left.txt") ? "accept" : "decline" }),
  });
  const [left, right] = await Promise.all(
    ["left.txt", "right.txt"].map((name) => client.call("write_file", { path: name, content: "" })),
  );
  expect([left?.isError, right?.isError]).toEqual([false, true]);
  expect([exists("left.txt"), exists("right.txt")]).toEqual([true, false]);
  await client.close();
});
