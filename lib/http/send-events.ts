import { once } from "node:events";
import type { ServerResponse } from "node:http";
import type { ServerSentEvent } from "./route.ts";

/** A word now and then, so that a connection that is dead is noticed on both sides. */
const keepAliveMilliseconds = 15_000;

/** Writes events as they come, no faster than the client reads; ends with `last` when the source ends by itself. */
export async function sendEvents(
  response: ServerResponse,
  events: AsyncIterable<ServerSentEvent>,
  last: string | undefined,
  signal: AbortSignal,
): Promise<void> {
  response.writeHead(200, {
    "content-type": "text/event-stream; charset=utf-8",
    "cache-control": "no-store, no-transform",
    "x-accel-buffering": "no",
    "x-vercel-ai-ui-message-stream": "v1",
  });
  response.flushHeaders();
  const keepAlive = setInterval(() => response.write(": \n\n"), keepAliveMilliseconds);
  try {
    for await (const event of events) {
      if (signal.aborted) return;
      if (!response.write(format(event))) await once(response, "drain", { signal });
    }
    if (last !== undefined && !signal.aborted) response.write(`data: ${last}\n\n`);
  } catch (error) {
    if (!signal.aborted) throw error;
  } finally {
    clearInterval(keepAlive);
    response.end();
  }
}

function format({ id, event, data }: ServerSentEvent): string {
  const lines = [
    ...(id === undefined ? [] : [`id: ${id}`]),
    ...(event === undefined ? [] : [`event: ${event}`]),
    ...(data === undefined ? [] : [`data: ${JSON.stringify(data)}`]),
  ];
  return `${lines.join("\n")}\n\n`;
}
