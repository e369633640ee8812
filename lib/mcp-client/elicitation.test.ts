import { expect, it, vi } from "vitest";
import type { Exchange } from "../../e2e/support/mcp/raw-upstream.ts";
import type { OnElicit } from "./elicitation.ts";
import { stage, text } from "./test-stage.ts";

const question = {
  message: "Which one?",
  requestedSchema: { type: "object", properties: { one: { type: "string" } } },
};

/** Asks on the stream of the call and answers it with what came back. */
function asking() {
  const calls = new Map<unknown, Exchange>();
  const ask = (exchange: Exchange) => {
    calls.set(exchange.message.id, exchange);
    exchange.push({ id: `question-${exchange.message.id}`, method: "elicitation/create", params: question });
  };
  const response = ({ message }: Exchange) => {
    const { id, result } = message as { id?: string; result?: unknown };
    calls.get(Number(id?.replace("question-", "")))?.answer(text(JSON.stringify(result)));
  };
  return { ask, options: { on: { response } } };
}

it("puts a question of the server to the person, while the clock stands still", async () => {
  const { ask, options } = asking();
  const { connection, clock } = await stage(ask, options);
  const onElicit = vi.fn<OnElicit>(async () => {
    clock.advance(300_000);
    return { action: "accept", content: { one: "this" } };
  });
  const result = await connection.callTool("echo", {}, { onElicit });
  expect(result).toMatchObject(text('{"action":"accept","content":{"one":"this"}}'));
  expect(onElicit).toHaveBeenCalledWith(
    { server: { id: "server-1", name: "server" }, message: "Which one?", schema: question.requestedSchema },
    expect.any(AbortSignal),
  );
});

it.each<[string, OnElicit | undefined]>([
  ["there is no person", undefined],
  ["asking fails", () => Promise.reject(new Error("nobody there"))],
  ["the person declines", async () => ({ action: "decline" })],
])("declines when %s", async (_, onElicit) => {
  const { ask, options } = asking();
  const { connection } = await stage(ask, options);
  const result = await connection.callTool("echo", {}, { ...(onElicit ? { onElicit } : {}) });
  expect(result).toMatchObject(text('{"action":"decline"}'));
});

it("asks nobody when it is in doubt whose call a question belongs to", async () => {
  const { ask, options } = asking();
  const held: Exchange[] = [];
  const { connection } = await stage((exchange) => {
    held.push(exchange);
    if (held.length === 2) for (const one of held) ask(one);
  }, options);
  const one = vi.fn<OnElicit>(async () => ({ action: "accept", content: {} }));
  const other = vi.fn<OnElicit>(async () => ({ action: "accept", content: {} }));
  const calls = [
    connection.callTool("echo", {}, { onElicit: one }),
    connection.callTool("echo", {}, { onElicit: other }),
  ];
  for (const result of await Promise.all(calls)) expect(result).toMatchObject(text('{"action":"decline"}'));
  expect(one).not.toHaveBeenCalled();
  expect(other).not.toHaveBeenCalled();
  held.length = 0;
  const both = [
    connection.callTool("echo", {}, { onElicit: one }),
    connection.callTool("echo", {}, { onElicit: one }),
  ];
  for (const result of await Promise.all(both))
    expect(result).toMatchObject(text('{"action":"accept","content":{}}'));
});

it("declines a second question while the first waits", async () => {
  const { connection } = await stage(
    ({ push }) => {
      const ask = (id: string, message: string) =>
        push({ id, method: "elicitation/create", params: { ...question, message } });
      ask("first", "Which one?");
      ask("second", "And which other?");
    },
    {
      on: {
        response: ({ message }) => {
          const { id, result } = message as { id?: string; result?: { action?: string } };
          if (id === "second") second.resolve(result?.action);
        },
      },
    },
  );
  const second = Promise.withResolvers<string | undefined>();
  const stop = new AbortController();
  const onElicit = vi.fn<OnElicit>(() => new Promise(() => {}));
  const call = connection.callTool("echo", {}, { onElicit, signal: stop.signal });
  expect(await second.promise).toBe("decline");
  expect(onElicit).toHaveBeenCalledTimes(1);
  stop.abort();
  await expect(call).rejects.toMatchObject({ reason: "stopped" });
});

it("lets a question go when the server does not wait for its answer", async () => {
  const { connection } = await stage(({ push, answer }) => {
    push({ id: "question-1", method: "elicitation/create", params: question });
    setImmediate(() => answer(text("never mind")));
  });
  const gone = Promise.withResolvers<void>();
  const result = await connection.callTool(
    "echo",
    {},
    { onElicit: (_, signal) => new Promise(() => signal.addEventListener("abort", () => gone.resolve())) },
  );
  expect(result).toMatchObject(text("never mind"));
  await gone.promise;
});

it("lets a question go when its call ends", async () => {
  const { ask, options } = asking();
  const { connection } = await stage(ask, options);
  const stop = new AbortController();
  const gone = Promise.withResolvers<void>();
  const call = connection.callTool(
    "echo",
    {},
    {
      signal: stop.signal,
      onElicit: (_, signal) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener("abort", () => {
            gone.resolve();
            reject(signal.reason);
          });
          stop.abort();
        }),
    },
  );
  await expect(call).rejects.toMatchObject({ reason: "stopped" });
  await gone.promise;
});
