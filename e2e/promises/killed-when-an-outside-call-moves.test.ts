import { existsSync, rmSync } from "node:fs";
import path from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { expectPromisesKept } from "../support/kept-promises.ts";
import { type Fate, fates, killedAt } from "../support/killed-at.ts";
import { askedRound } from "../support/mcp-clients/asked-round.ts";
import { connect2026 } from "../support/mcp-clients/connect-2026.ts";
import { says } from "../support/mcp-clients/outside-client.ts";
import { outsideCalls, untilCall } from "../support/outside-calls.ts";
import { decide } from "../support/runs.ts";
import { openStage, type Stage } from "../support/stage.ts";

let stage: Stage;

beforeAll(async () => {
  stage = await openStage({ COUNTERSIGN_LEASE_SECONDS: "1" });
  await stage.server().api.patch("/tools/write_file", { exposed: true });
});
afterEach(() => expectPromisesKept(stage));
afterAll(() => stage[Symbol.asyncDispose]());

const exists = (name: string) => existsSync(path.join(stage.workspace, name));

/** A script that calls by the HTTP API: its call waits in the app, and its repeat joins it. */
const call = (name: string) =>
  stage.server().api.post("/calls", { tool: "write_file", arguments: { path: name, content: "written" } });

const becomes = (name: string, state: string) => ({
  table: "calls",
  when: `new.run_id is null and position('${name}' in new.arguments) > 0 and new.state = '${state}'`,
});

async function asking(name: string): Promise<{ id: string }> {
  expect((await call(name)).status).toBe(202);
  const { approvalId } = await untilCall(stage, name, "pending");
  return { id: approvalId ?? "" };
}

const claims = async (name: string) =>
  (await outsideCalls(stage, name)).flatMap(({ audit }) => audit.filter((type) => type === "call.claimed"));

describe.each(fates)("its transaction was %s", (fate: Fate) => {
  test("asked: one question, which the caller's repeat joins", async () => {
    const name = `asked-${fate}.txt`;
    await killedAt(stage, becomes(name, "pending"), fate, () => call(name));
    expect(await outsideCalls(stage, name)).toHaveLength(fate === "lost" ? 0 : 1);
    await decide(stage.server(), await asking(name), "approve");
    await untilCall(stage, name, "succeeded");
    expect([exists(name), (await claims(name)).length]).toEqual([true, 1]);
  });

  test.each(["approve", "reject"] as const)("decided (%s): it stands, or is still open", async (decision) => {
    const name = `${decision}-${fate}.txt`;
    const approval = await asking(name);
    const [status, end] = decision === "approve" ? ["approved", "succeeded"] : ["rejected", "rejected"];
    await killedAt(stage, becomes(name, status), fate, () => decide(stage.server(), approval, decision));
    const again = await decide(stage.server(), approval, decision);
    expect(again.status).toBe(fate === "lost" ? 200 : 409);
    expect(await untilCall(stage, name, end)).toMatchObject({ status, decision });
    expect([exists(name), (await claims(name)).length]).toEqual(
      decision === "approve" ? [true, 1] : [false, 0],
    );
  });

  test("claimed: not run again by itself, or not claimed and run once", async () => {
    const name = `claimed-${fate}.txt`;
    const approval = await asking(name);
    await killedAt(stage, becomes(name, "executing"), fate, () =>
      decide(stage.server(), approval, "approve"),
    );
    await untilCall(stage, name, fate === "lost" ? "succeeded" : "interrupted");
    expect([exists(name), (await claims(name)).length]).toEqual([fate === "lost", 1]);
  });

  test("its outcome: what ran is not run a second time", async () => {
    const name = `outcome-${fate}.txt`;
    const approval = await asking(name);
    await killedAt(stage, becomes(name, "succeeded"), fate, () =>
      decide(stage.server(), approval, "approve"),
    );
    // It ran: were it to run again, the file would come back.
    expect(exists(name)).toBe(true);
    rmSync(path.join(stage.workspace, name));
    await untilCall(stage, name, fate === "lost" ? "interrupted" : "succeeded");
    expect([exists(name), (await claims(name)).length]).toEqual([false, 1]);
  });

  test("claimed as it came, for it asks nobody: unknown, or never taken", async () => {
    const { api } = stage.server();
    const expression = `1 + ${fate.length}`;
    const calculate = () => api.post("/calls", { tool: "calculate", arguments: { expression } });
    await killedAt(stage, becomes(expression, "executing"), fate, calculate);
    if (fate === "lost") expect(await outsideCalls(stage, expression)).toEqual([]);
    else await untilCall(stage, expression, "interrupted");
  });

  describe("a question to the client itself", () => {
    const connect = () => {
      const { url, key } = stage.server();
      return connect2026({ url: `${url}/mcp`, token: key, answer: says("accept") });
    };

    test("asked: never, or cancelled with the instance that asked", async () => {
      const name = `client-asked-${fate}.txt`;
      const client = await connect();
      await killedAt(stage, becomes(name, "pending"), fate, () => askedRound(client, name));
      if (fate === "lost") expect(await outsideCalls(stage, name)).toEqual([]);
      else await untilCall(stage, name, "cancelled");
      expect(exists(name)).toBe(false);
      await client.close();
    });

    test("accepted: its caller is gone, and nothing is run", async () => {
      const name = `client-accepted-${fate}.txt`;
      const client = await connect();
      const { requestState } = await askedRound(client, name);
      const accept = () =>
        client.round({
          name: "write_file",
          arguments: { path: name, content: "" },
          inputResponses: { approval: { action: "accept", content: {} } },
          requestState,
        });
      await killedAt(stage, becomes(name, "approved"), fate, accept);
      const status = fate === "lost" ? "cancelled" : "approved";
      expect(await untilCall(stage, name, "cancelled")).toMatchObject({ status });
      expect([exists(name), (await claims(name)).length]).toEqual([false, 0]);
      await client.close();
    });
  });
});
