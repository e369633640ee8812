import { existsSync } from "node:fs";
import path from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { expectPromisesKept } from "../support/kept-promises.ts";
import { askedRound } from "../support/mcp-clients/asked-round.ts";
import { connect2025 } from "../support/mcp-clients/connect-2025.ts";
import { connect2026 } from "../support/mcp-clients/connect-2026.ts";
import { says } from "../support/mcp-clients/outside-client.ts";
import { untilCall } from "../support/outside-calls.ts";
import { type Server, startServer } from "../support/server.ts";
import { openStage, type Stage } from "../support/stage.ts";
import { addUpstream, odd } from "../support/upstreams.ts";

let stage: Stage;
let second: Server;
beforeAll(async () => {
  stage = await openStage({ COUNTERSIGN_LEASE_SECONDS: "2" });
  second = stage.server();
  await second.api.patch("/tools/write_file", { exposed: true });
});
afterEach(() => expectPromisesKept(stage));
afterAll(() => stage[Symbol.asyncDispose]());

const exists = (file: string) => existsSync(path.join(stage.workspace, file));
const connect = (server: Server) =>
  connect2026({ url: `${server.url}/mcp`, token: server.key, answer: says("accept") });
const accepted = { approval: { action: "accept", content: {} } };
const notRun = { isError: true, text: expect.stringMatching(/not run/i) };

describe("the instance that asked is killed", () => {
  test("what its clients were asked is cancelled by another, and a late yes runs nothing", async () => {
    const dying = await stage.start();
    const client = await connect(dying);
    const { requestState } = await askedRound(client, "killed-2026.txt");
    const asked = Promise.withResolvers<void>();
    const inSession = await connect2025({
      url: `${dying.url}/mcp`,
      token: dying.key,
      answer: () => {
        asked.resolve();
        return new Promise(() => {});
      },
    });
    const calling = inSession
      .call("write_file", { path: "killed-2025.txt", content: "" })
      .catch((error: Error) => error);
    await asked.promise;
    await dying.kill();
    for (const name of ["killed-2025.txt", "killed-2026.txt"]) {
      expect(await untilCall(stage, name, "cancelled")).toMatchObject({
        status: "cancelled",
        channel: "mcp",
      });
    }
    const other = await connect(second);
    const late = await other.round({
      name: "write_file",
      arguments: { path: "killed-2026.txt", content: "" },
      inputResponses: accepted,
      requestState,
    });
    expect(late.result).toMatchObject(notRun);
    expect([exists("killed-2025.txt"), exists("killed-2026.txt")]).toEqual([false, false]);
    await other.close();
    await inSession.close();
    expect(await calling).toBeInstanceOf(Error);
  });

  test("what it was executing has an unknown outcome, and is not run again", async () => {
    const dying = await stage.start();
    const name = "hanging";
    await addUpstream(dying, { name, requireApproval: [], ...odd("none") });
    dying.api.post("/calls", { tool: `${name}__act`, arguments: { what: "hang" } }).catch(() => {});
    await untilCall(stage, "hang", "executing");
    await dying.kill();
    expect(await untilCall(stage, "hang", "interrupted")).toMatchObject({
      error: expect.stringContaining("unknown"),
      audit: ["call.claimed", "call.ended"],
    });
  });

  test("embedded, it is cancelled as soon as there is a server again", async () => {
    const embedded = await startServer();
    await embedded.api.patch("/tools/write_file", { exposed: true });
    const { requestState } = await askedRound(await connect(embedded), "embedded.txt");
    await embedded.kill();
    await using again = await startServer({ dataDir: embedded.dataDir });
    const { body } = await again.api.get<{ items: unknown[] }>("/approvals");
    expect(body.items).toMatchObject([{ status: "cancelled", askedOf: "client" }]);
    const client = await connect(again);
    const late = await client.round({
      name: "write_file",
      arguments: { path: "embedded.txt", content: "" },
      inputResponses: accepted,
      requestState,
    });
    expect(late.result).toMatchObject(notRun);
    await client.close();
  });
});

test("an instance that stops cleanly leaves no question behind", async () => {
  const leaving = await stage.start();
  await askedRound(await connect(leaving), "stopped-2026.txt");
  const asked = Promise.withResolvers<void>();
  const inSession = await connect2025({
    url: `${leaving.url}/mcp`,
    token: leaving.key,
    answer: () => {
      asked.resolve();
      return new Promise(() => {});
    },
  });
  inSession.call("write_file", { path: "stopped-2025.txt", content: "" }).catch(() => {});
  await asked.promise;
  await leaving.stop();
  for (const name of ["stopped-2025.txt", "stopped-2026.txt"]) await untilCall(stage, name, "cancelled");
  expect([exists("stopped-2025.txt"), exists("stopped-2026.txt")]).toEqual([false, false]);
  await inSession.close();
});
