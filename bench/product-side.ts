import type { Effects } from "./effects.ts";
import { createHttpClient, type HttpClient } from "./http-client.ts";
import { filesOf, newFile, order } from "./script.ts";
import type { Side } from "./side.ts";

type Chunk = {
  type: string;
  approvalId?: string;
  data?: { call?: { runId: string }; approval?: { argumentsDigest: string } };
};

/** The product by its public API, as a script uses it; each card comes from the stream after its row was committed. */
export function productSide(url: string, key: string, effects: Effects | null): Side {
  const client = createHttpClient(url, { authorization: `Bearer ${key}` });
  return {
    name: "product",
    open: async () => (await client.json<{ id: string }>("POST", "/api/v1/conversations", {})).id,
    async cycle(conversation, calls) {
      const file = newFile();
      const sent = performance.now();
      const asked = await untilAsked(client, conversation, order(calls, file));
      if (asked.approvals.length !== calls) {
        throw new Error(
          `the product asked ${asked.approvals.length} times, not ${calls}; the last it said was ${asked.last}`,
        );
      }
      const seen = effects ? Promise.all(filesOf(calls, file).map(effects.seen)) : null;
      const approved = performance.now();
      await approve(client, asked.approvals);
      await untilAnswered(client, asked);
      const answered = performance.now() - approved;
      const executed = seen ? Math.max(...(await seen)) - approved : null;
      return { card: asked.at - sent, executed, answered };
    },
    close: client.close,
  };
}

type Asked = { runId: string; cursor: string; approvals: string[]; at: number; last: string };

async function untilAsked(client: HttpClient, conversation: string, text: string): Promise<Asked> {
  const asked: Asked = { runId: "", cursor: "", approvals: [], at: 0, last: "nothing" };
  await client.events("POST", `/api/v1/conversations/${conversation}/messages`, { text }, (data, id) => {
    if (data === "[DONE]") return;
    asked.last = data.slice(0, 300);
    asked.cursor = id ?? asked.cursor;
    const chunk = JSON.parse(data) as Chunk;
    asked.runId = chunk.data?.call?.runId ?? asked.runId;
    if (chunk.type !== "tool-approval-request" || chunk.approvalId === undefined) return;
    asked.approvals.push(chunk.approvalId);
    asked.at = performance.now();
  });
  return asked;
}

async function approve(client: HttpClient, approvals: string[]): Promise<void> {
  const [only] = approvals;
  if (approvals.length === 1) {
    await client.json("POST", `/api/v1/approvals/${only}/decision`, { decision: "approve" });
    return;
  }
  const decisions = approvals.map((id) => ({ id, decision: "approve" }));
  const { results } = await client.json<{ results: { ok: boolean }[] }>(
    "POST",
    "/api/v1/approvals/decisions",
    {
      decisions,
    },
  );
  if (!results.every(({ ok }) => ok)) throw new Error("the product did not take every decision");
}

async function untilAnswered(client: HttpClient, { runId, cursor }: Asked): Promise<void> {
  let finished = false;
  const seen = (data: string) => {
    if (data.includes('"type":"finish"')) finished = true;
  };
  await client.events("GET", `/api/v1/runs/${runId}/stream`, undefined, seen, { "last-event-id": cursor });
  if (!finished) throw new Error("the product gave no final answer");
}
