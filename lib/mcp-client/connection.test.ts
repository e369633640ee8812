import { expect, it } from "vitest";
import { echoTool } from "../../e2e/support/mcp/raw-upstream.ts";
import { testClock } from "./test-clock.ts";
import { eventually, watch } from "./test-connection.ts";
import { upstream } from "./test-stage.ts";

const _tool = (name: string) => ({ ...echoTool, name });

it("connects, reads the tools and says so", async () => {
  const { url } = await upstream();
  const { settled, states, connection } = watch({ url });
  expect(connection.snapshot().state).toBe("disabled");
  expect(await settled()).toMatchObject({
    state: "ready",
    error: null,
    transport: "http",
    protocolVersion: "2025-11-25",
    tools: [{ name: "server__echo", originalName: "echo" }],
    problems: [],
  });
  expect(states()).toEqual(["connecting", "ready"]);
  await connection.stop();
  expect(connection.snapshot().state).toBe("disabled");
});

it("fails with a sentence, waits longer each time, and comes back by itself", async () => {
  const gone = await upstream();
  await gone.close();
  const clock = testClock();
  const { settled, until, connection } = watch({ url: gone.url }, { clock });
  expect(await settled()).toMatchObject({ state: "failed", error: "Nothing listens at this address." });
  expect(clock.waiting()).toEqual([1_000]);
  clock.advance(1_000);
  expect(connection.snapshot()).toMatchObject({
    state: "connecting",
    error: "Nothing listens at this address.",
  });
  await until(({ state }) => state === "failed");
  expect(clock.waiting()).toEqual([2_000]);
  const back = await upstream({ port: gone.port });
  clock.advance(2_000);
  expect(await until(({ state }) => state === "ready")).toMatchObject({ error: null });
  expect(clock.waiting()).toEqual([300_000]);
  await back.close();
  await connection.refresh();
  expect(connection.snapshot().state).toBe("failed");
  expect(clock.waiting()).toEqual([1_000]);
});

it("tries again at once when it is told to", async () => {
  const gone = await upstream();
  await gone.close();
  const { settled, until, connection } = watch({ url: gone.url }, { clock: testClock() });
  await settled();
  await upstream({ port: gone.port });
  connection.reconnect();
  expect(await until(({ state }) => state === "ready")).toMatchObject({ error: null });
});

it("gives up on a server that accepts and never answers", async () => {
  const { url, received } = await upstream({ on: { "server/discover": () => new Promise(() => undefined) } });
  const clock = testClock();
  const { connection, until } = watch({ url }, { clock });
  connection.start();
  await eventually(() => expect(received).toHaveLength(1));
  clock.advance(15_000);
  expect(await until(({ state }) => state === "failed")).toMatchObject({
    error: "The server did not answer in time.",
  });
});

it("ends its session at the server when it is stopped", async () => {
  const ended: unknown[] = [];
  const { url } = await upstream({
    before: (request, response) => {
      response.setHeader("mcp-session-id", "session-1");
      if (request.method !== "DELETE") return false;
      ended.push(request.headers["mcp-session-id"]);
      return !!response.writeHead(200).end();
    },
  });
  const { connection, settled } = watch({ url });
  await settled();
  await connection.stop();
  expect(ended).toEqual(["session-1"]);
});

it("does not start a call for one that is switched off", async () => {
  const { url, received } = await upstream();
  const { connection } = watch({ url });
  await expect(connection.callTool("echo", {})).rejects.toThrow("switched off");
  expect(received).toEqual([]);
});
