import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";

export const chatChunk = { id: "c", object: "chat.completion.chunk", created: 0, model: "m" };

/** How an answer begins in each of the two languages. */
export const beginnings = {
  chat: [
    {
      ...chatChunk,
      choices: [{ index: 0, delta: { role: "assistant", content: "word " }, finish_reason: null }],
    },
  ],
  responses: [
    { type: "response.created", response: { id: "r", created_at: 0, model: "m", service_tier: null } },
    { type: "response.output_item.added", output_index: 0, item: { type: "message", id: "i" } },
    { type: "response.output_text.delta", item_id: "i", delta: "word " },
  ],
};

/** A server of which nothing is hidden: what it is sent, as it is sent, and a stream that breaks off or just ends after this. */
export async function openWire(
  chunks: object[],
  end: "breaks" | "closes" = "breaks",
): Promise<{ url: string; bodies: unknown[] } & AsyncDisposable> {
  const bodies: unknown[] = [];
  const wire = createServer(async (request, response) => {
    bodies.push(await json(request));
    response.writeHead(200, { "content-type": "text/event-stream" });
    const sent = chunks.map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`).join("");
    if (end === "closes") response.end(sent);
    // Half a close: what was written arrives before the connection is found broken.
    else response.write(`${sent}: \n\n`, () => response.socket?.end());
  }).listen(0, "127.0.0.1");
  await once(wire, "listening");
  const { port } = wire.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/v1`,
    bodies,
    [Symbol.asyncDispose]: async () => {
      wire.close();
      wire.closeAllConnections();
    },
  };
}
