import { openStream } from "../runs/open-stream.ts";
import type { RunServices } from "../runs/services.ts";
import type { Answer, ServerSentEvent } from "./route.ts";

/** A run's UI message chunks as server-sent events, each with the cursor from which one goes on after it. */
export async function runEvents(
  services: RunServices,
  request: { runId: string; after: string | null; signal: AbortSignal },
): Promise<Answer> {
  const items = await openStream(services, request);
  async function* events(): AsyncGenerator<ServerSentEvent> {
    for await (const { id, chunk } of items) yield { id, data: chunk };
  }
  return { events: events(), last: "[DONE]" };
}
