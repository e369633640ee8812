import { Client, type JSONRPCMessage, type Transport } from "@modelcontextprotocol/client";
import { expect, it } from "vitest";
import type { Way } from "./open-client.ts";
import { openSession } from "./session.ts";
import { testClock } from "./test-clock.ts";

/** Answers, and is gone with the last word of the answer to `lastMethod`. */
function closingAfter(lastMethod: string): Transport {
  const results: Record<string, unknown> = {
    initialize: {
      protocolVersion: "2025-11-25",
      capabilities: { tools: {} },
      serverInfo: { name: "raw", version: "1" },
    },
    "tools/list": { tools: [] },
  };
  const transport: Transport = {
    start: async () => {},
    close: async () => transport.onclose?.(),
    send: async (message) => {
      if (!("method" in message) || !("id" in message)) return;
      const answer = { jsonrpc: "2.0", id: message.id, result: results[message.method] };
      transport.onmessage?.(answer as JSONRPCMessage);
      if (message.method === lastMethod) transport.onclose?.();
    },
  };
  return transport;
}

it("is not open when the connection was closed while the list of tools was read", async () => {
  const way: Way = {
    open: async (signal, prepare) => {
      const client = new Client(
        { name: "test", version: "1" },
        { capabilities: { elicitation: { form: {} } } },
      );
      prepare(client);
      await client.connect(closingAfter("tools/list"), { signal, prior: { kind: "legacy" } });
      return { client, transport: "stdio" };
    },
    command: () => null,
    http: null,
    close: async () => {},
  };
  const lost: Error[] = [];
  const opening = openSession({
    way,
    server: { id: "one", name: "one" },
    calls: new Set(),
    clock: testClock(),
    milliseconds: 1_000,
    hide: undefined,
    signal: new AbortController().signal,
    onLost: (error) => lost.push(error),
    onDoubt: () => {},
  });
  await expect(opening).rejects.toMatchObject({ code: "CONNECTION_CLOSED" });
  expect(lost).toEqual([]);
});
