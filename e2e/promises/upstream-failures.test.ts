import { createServer } from "node:http";
import { createServer as createSocketServer } from "node:net";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import type { ServerView } from "../../lib/tools/servers/server-schema.ts";
import { expectPromisesKept } from "../support/kept-promises.ts";
import { listenAnywhere } from "../support/listen-anywhere.ts";
import { echoTool, startRawUpstream } from "../support/mcp/raw-upstream.ts";
import { untilState } from "../support/runs.ts";
import type { Server } from "../support/server.ts";
import { openStage, type Stage } from "../support/stage.ts";
import { toolResults } from "../support/tool-results.ts";
import { addUpstream, odd } from "../support/upstreams.ts";

let stage: Stage;
let server: Server;
beforeAll(async () => {
  stage = await openStage();
  server = stage.server();
});
afterEach(() => expectPromisesKept(stage));
afterAll(() => stage[Symbol.asyncDispose]());

/** The chat, the tools and the API do what they always do. */
async function expectAllElseWorks(): Promise<void> {
  const play = await stage.begin(
    [[{ call: "calculate", with: { expression: "6 * 7" } }], [{ say: "42." }]],
    server,
  );
  const run = await untilState(server, play, "completed");
  expect(run.calls).toMatchObject([{ state: "succeeded" }]);
  expect((await server.api.get("/servers")).status).toBe(200);
}

describe("in the middle of a call", () => {
  test.each([
    ["a server that dies", "die", "none"],
    ["a server that floods", "flood", "none"],
    ["a server that never answers", "hang", "none"],
    ["a server that chatters without end", "chatter", "none"],
    ["a server whose answer is nested deeper than can be walked", "deep", "none"],
  ])("%s: the outcome is unknown, and the call is not repeated", async (_, what, oddity) => {
    const { name } = await addUpstream(server, {
      name: `odd-${what}`,
      requireApproval: [],
      timeoutSeconds: 2,
      ...odd(oddity),
    });
    const play = await stage.begin([[{ call: `${name}__act`, with: { what } }], [{ say: "Oh." }]]);
    const run = await untilState(server, play, "completed");
    expect(run.calls).toMatchObject([{ state: "interrupted" }]);
    expect(toolResults(play.asked()[1])[0]?.text).toMatch(/^Interrupted/);
    await expectAllElseWorks();
    const { body } = await server.api.get<{ items: ServerView[] }>("/servers");
    await server.api.delete(`/servers/${body.items.find((each) => each.name === name)?.id}`);
  });

  test("over HTTP, a connection that breaks after the call was taken", async () => {
    const upstream = await startRawUpstream({
      on: { "tools/call": ({ response }) => void response.socket?.destroy() },
    });
    await addUpstream(server, {
      name: "breaks",
      requireApproval: [],
      url: upstream.url,
      allowPrivateAddress: true,
    });
    const play = await stage.begin([[{ call: "breaks__echo", with: {} }], [{ say: "Oh." }]]);
    const run = await untilState(server, play, "completed");
    expect(run.calls).toMatchObject([{ state: "interrupted" }]);
    expect(upstream.received.filter(({ method }) => method === "tools/call")).toHaveLength(1);
    await upstream.close();
  });

  test("a result of more than 1 MB is cut, with a note", async () => {
    const text = "x".repeat(3_000_000);
    const upstream = await startRawUpstream({
      on: { "tools/call": ({ answer }) => answer({ content: [{ type: "text", text }] }) },
    });
    await addUpstream(server, {
      name: "long",
      requireApproval: [],
      url: upstream.url,
      allowPrivateAddress: true,
    });
    const { body } = await server.api.post<{ state: string; result: unknown }>("/calls", {
      tool: "long__echo",
      arguments: {},
    });
    expect(body.state).toBe("succeeded");
    const kept = JSON.stringify(body.result);
    expect(kept.length).toBeLessThan(1_100_000);
    expect(kept.includes("was left out")).toBe(true);
    await upstream.close();
  });
});

describe("a server that cannot be used says why on its row, and nothing else suffers", () => {
  const closedPort = async () => {
    const closing = createSocketServer();
    const url = await listenAnywhere(closing);
    await new Promise((resolve) => closing.close(resolve));
    return { url, allowPrivateAddress: true };
  };
  test.each<[string, () => Promise<Record<string, unknown>> | Record<string, unknown>, RegExp]>([
    ["an address where nobody listens", closedPort, /Nothing listens/],
    ["a name that does not exist", () => ({ url: "https://nowhere.invalid/mcp" }), /found|reach/i],
    ["a private address without the switch", () => ({ url: "http://10.1.2.3/mcp" }), /private or local/],
    [
      "a loopback address without the switch",
      () => ({ url: "http://127.0.0.1:65001/mcp" }),
      /private or local/,
    ],
    ["a command that is not there", () => ({ command: "/nowhere/at/all" }), /nowhere|found|start/i],
    ["a command that fails", () => odd("fails"), /no configuration was found/],
    ["a command that speaks garbage", () => odd("garbage"), /not|speak|MCP/i],
  ])("%s", async (what, make, sentence) => {
    const name = `bad-${what.replaceAll(" ", "-")}`.slice(0, 32).replace(/-$/, "");
    const { id, state, error } = await addUpstream(server, { name, ...(await make()) });
    expect([state, error]).toEqual(["failed", expect.stringMatching(sentence)]);
    await expectAllElseWorks();
    await server.api.delete(`/servers/${id}`);
  });

  test("a list of 10 MB", async () => {
    const tools = Array.from({ length: 1_000 }, (_, index) => ({
      ...echoTool,
      name: `tool-${index}`,
      description: "x".repeat(11_000),
    }));
    const upstream = await startRawUpstream({ tools: () => tools });
    const { id, state, error, toolNames } = await addUpstream(server, {
      name: "ten-megabytes",
      url: upstream.url,
      allowPrivateAddress: true,
    });
    expect([state, toolNames]).toEqual(["failed", []]);
    expect(error).toMatch(/list|large|long|MB|bytes/i);
    await expectAllElseWorks();
    await server.api.delete(`/servers/${id}`);
    await upstream.close();
  });

  test("an answer that is no protocol at all", async () => {
    const web = createServer((_request, response) => response.end("<html>Welcome!</html>"));
    const url = await listenAnywhere(web);
    const { id, state, error } = await addUpstream(server, { name: "web", url, allowPrivateAddress: true });
    expect([state, error]).toEqual(["failed", expect.stringMatching(/MCP|html|content/i)]);
    await expectAllElseWorks();
    await server.api.delete(`/servers/${id}`);
    web.close();
    web.closeAllConnections();
  });

  test("one that never answers: it connects on and on, and nobody waits for it", async () => {
    const silent = createSocketServer(() => undefined);
    const url = await listenAnywhere(silent);
    const { status, body } = await server.api.post<ServerView>("/servers", {
      name: "silent",
      url,
      allowPrivateAddress: true,
    });
    expect([status, body.state]).toEqual([201, "connecting"]);
    await expectAllElseWorks();
    // All of that was done before anybody knew what becomes of it.
    const { body: silently } = await server.api.get<ServerView>(`/servers/${body.id}`);
    expect(silently.state).toBe("connecting");
    await server.api.delete(`/servers/${body.id}`);
    silent.close();
  });

  test("ten that never answer do not delay a start, nor its first answers", async () => {
    const silent = createSocketServer(() => undefined);
    const url = await listenAnywhere(silent);
    const added = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        server.api.post<ServerView>("/servers", { name: `silent-${index}`, url, allowPrivateAddress: true }),
      ),
    );
    expect(added.map(({ status }) => status)).toEqual(added.map(() => 201));
    const other = await stage.start();
    const { body } = await other.api.get<{ items: ServerView[] }>("/servers");
    const states = body.items.filter(({ name }) => name.startsWith("silent-")).map(({ state }) => state);
    expect(states).toEqual(added.map(() => "connecting"));
    await other.stop();
    for (const { body: each } of added) await server.api.delete(`/servers/${each.id}`);
    silent.close();
  });

  test("a redirect to another host is not followed, and carries nothing there", async () => {
    const there = await startRawUpstream();
    const here = createServer((_request, response) =>
      response.writeHead(307, { location: there.url.replace("127.0.0.1", "localhost") }).end(),
    );
    const url = await listenAnywhere(here);
    const headers = { authorization: "Bearer redirected-token" };
    const { id, state } = await addUpstream(server, {
      name: "moved",
      url,
      headers,
      allowPrivateAddress: true,
    });
    expect(state).toBe("failed");
    expect(there.headers).toEqual([]);
    await server.api.delete(`/servers/${id}`);
    here.close();
    await there.close();
  });
});
