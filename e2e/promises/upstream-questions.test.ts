import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import type { Approval } from "../../lib/approvals/schema.ts";
import { expectPromisesKept } from "../support/kept-promises.ts";
import { type AskingUpstream, startAskingUpstream } from "../support/mcp/asking-upstream.ts";
import { connect2025 } from "../support/mcp-clients/connect-2025.ts";
import { connect2026 } from "../support/mcp-clients/connect-2026.ts";
import { decide, type Problem, untilState } from "../support/runs.ts";
import type { Server } from "../support/server.ts";
import { openStage, type Play, type Stage } from "../support/stage.ts";
import { toolResults } from "../support/tool-results.ts";
import { addUpstream } from "../support/upstreams.ts";
import { waitUntil } from "../support/wait-until.ts";

const form = {
  type: "object",
  properties: { name: { type: "string" }, nickname: { type: "string" }, count: { type: "integer" } },
  required: ["name", "count"],
};
const accepted = { action: "accept", content: { name: "Ada", count: 3 } };

let stage: Stage;
let first: Server;
let second: Server;
let asking: AskingUpstream;
beforeAll(async () => {
  stage = await openStage({ COUNTERSIGN_LEASE_SECONDS: "2" });
  first = stage.server();
  asking = await startAskingUpstream(form);
  const { url } = asking.upstream;
  await addUpstream(first, { name: "asking", url, allowPrivateAddress: true, requireApproval: [] });
  second = await startKnowing();
});
afterEach(() => expectPromisesKept(stage));
afterAll(async () => {
  await stage[Symbol.asyncDispose]();
  await asking.close();
});

/** One more instance, connected to the server that asks. */
async function startKnowing(): Promise<Server> {
  const server = await stage.start();
  await waitUntil("the server is ready there, too", async () => {
    const { body } = await server.api.get<{ items: { state: string }[] }>("/servers");
    return body.items.every(({ state }) => state === "ready");
  });
  return server;
}

const begin = (server: Server) =>
  stage.begin([[{ call: "asking__echo", with: {} }], [{ say: "Done." }]], server);

const asked = async (server: Server, { conversationId }: Play): Promise<Approval[]> => {
  const { body } = await server.api.get<{ approvals: Approval[] }>(`/conversations/${conversationId}`);
  return body.approvals;
};

/** The card in the chat. */
const untilCard = (server: Server, play: Play): Promise<Approval> =>
  waitUntil("the server's question is in the chat", async () => {
    const [card] = await asked(server, play);
    return card;
  });

const answer = (server: Server, { id }: { id: string }, answers: string[][]) =>
  server.api.post<Approval & Problem>(`/approvals/${id}/decision`, { decision: "answer", answers });

const read = async (server: Server, { id }: { id: string }): Promise<Approval> =>
  (await server.api.get<Approval>(`/approvals/${id}`)).body;

describe("a server that asks in the middle of a call", () => {
  test("becomes a card that names it, and the answer reaches it, through whichever instance", async () => {
    const play = await begin(first);
    const card = await untilCard(second, play);
    expect(card).toMatchObject({
      kind: "question",
      status: "pending",
      tool: { source: "mcp:asking" },
      because: ["mcp:asking asks in the middle of a call."],
      arguments: {
        questions: [
          { question: "Who is it for?\nname" },
          { question: "nickname", optional: true },
          { question: "count", answer: "integer" },
        ],
      },
    });
    const misfit = await answer(second, card, [["Ada"], [], ["three"]]);
    expect([misfit.status, misfit.body.error.field]).toEqual([422, "answers"]);
    expect(misfit.body.error.message).toContain("answers.2: must be a whole number");
    expect((await answer(second, card, [[], [], ["3"]])).status).toBe(422);
    expect((await read(first, card)).status).toBe("pending");
    expect((await answer(second, card, [["Ada"], [], ["3"]])).status).toBe(200);
    const run = await untilState(first, play, "completed");
    expect(run.calls).toMatchObject([{ state: "succeeded", tool: { name: "asking__echo" } }]);
    expect(asking.answers.at(-1)).toEqual(accepted);
    expect(JSON.parse(toolResults(play.asked()[1])[0]?.text ?? "")).toEqual(accepted);
  });

  test("is not answered by a typed yes, and is told that the person declined", async () => {
    const play = await begin(first);
    const card = await untilCard(first, play);
    for (const message of [{ text: "yes" }, { text: "yes", approvals: [card.id] }]) {
      await first.api.post(`/conversations/${play.conversationId}/messages`, message);
      expect(await read(first, card)).toMatchObject({ status: "pending", decisions: [] });
    }
    await first.api.delete(`/conversations/${play.conversationId}/queued`);
    expect((await decide(first, card, "approve")).status).toBe(422);
    expect((await decide(first, card, "reject")).status).toBe(200);
    await untilState(first, play, "completed");
    expect(asking.answers.at(-1)).toEqual({ action: "decline" });
  });

  test("has nobody to answer it once the run is stopped", async () => {
    const play = await begin(first);
    const card = await untilCard(first, play);
    const before = asking.answers.length;
    await second.api.post(`/runs/${play.runId}/cancel`);
    const run = await untilState(first, play, "cancelled");
    expect(run.calls).toMatchObject([{ state: "interrupted" }]);
    await waitUntil(
      "the question is taken back",
      async () => (await read(first, card)).status === "cancelled",
    );
    expect((await answer(first, card, [["Ada"], [], ["3"]])).status).toBe(409);
    expect(asking.answers.slice(before)).not.toContainEqual(accepted);
  });

  test("has nobody to answer it once the instance is gone that it asked through", async () => {
    const dying = await startKnowing();
    const play = await begin(dying);
    const card = await untilCard(dying, play);
    const before = asking.answers.length;
    await dying.kill();
    await waitUntil(
      "the question is taken back",
      async () => (await read(second, card)).status === "cancelled",
    );
    expect((await answer(second, card, [["Ada"], [], ["3"]])).status).toBe(409);
    const run = await untilState(second, play, "completed");
    expect(run.calls).toMatchObject([{ state: "interrupted" }]);
    expect(asking.answers.slice(before)).toEqual([]);
  });

  test("is declined where there is no person: over the API, and to clients of either revision", async () => {
    const before = asking.answers.length;
    const { body } = await first.api.post<{ state: string; result: unknown }>("/calls", {
      tool: "asking__echo",
      arguments: {},
    });
    expect(body).toMatchObject({ state: "succeeded", result: '{"action":"decline"}' });
    await first.api.patch("/tools/asking__echo", { exposed: true, approval: { mode: "disabled" } });
    const answerNothing = async () => {
      throw new Error("A question of another server was handed on to a client.");
    };
    for (const connect of [connect2025, connect2026]) {
      const client = await connect({ url: `${first.url}/mcp`, token: first.key, answer: answerNothing });
      const called = await client.call("asking__echo", { by: connect.name });
      expect(called).toMatchObject({ isError: false, text: expect.stringContaining("decline") });
      await client.close();
    }
    expect(asking.answers.slice(before)).toEqual([0, 1, 2].map(() => ({ action: "decline" })));
    const { body: inbox } = await first.api.get<{ items: unknown[] }>("/approvals?status=pending");
    expect(inbox.items).toEqual([]);
  });
});
