import { ApiError, apiResponse } from "../shell/api";
import { createSseParser } from "../shell/sse-parser";
import type { ChatChunk } from "./message-types";

type Reader = { signal: AbortSignal; onChunks: (chunks: ChatChunk[], cursor: string | null) => void };

const pauses = [300, 1_000, 2_000, 5_000];

/**
 * Reads a run's stream until the run rests or ends, coming back to it from where it was when the connection breaks.
 * "gone" means that the server does not have what the cursor asks for any more.
 */
export async function followRun(
  runId: string,
  after: string | null,
  { signal, onChunks }: Reader,
): Promise<"done" | "gone"> {
  let cursor = after;
  for (let failures = 0; ; failures += 1) {
    try {
      const response = await apiResponse(`/runs/${runId}/stream`, { query: { after: cursor }, signal });
      const done = await readChunks(response, (chunks, id) => {
        failures = 0;
        cursor = id ?? cursor;
        onChunks(chunks, cursor);
      });
      if (done) return "done";
    } catch (error) {
      if (signal.aborted) throw error;
      if (error instanceof ApiError && (error.status === 410 || error.status === 404)) return "gone";
    }
    await pause(pauses[Math.min(failures, pauses.length - 1)] ?? 0, signal);
  }
}

async function readChunks(response: Response, onChunks: Reader["onChunks"]): Promise<boolean> {
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  if (!reader) return false;
  const parse = createSseParser();
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return false;
    const events = parse(value);
    const chunks = events.filter(({ data }) => data !== "[DONE]");
    if (chunks.length > 0) {
      const cursor = chunks.findLast(({ id }) => id !== null)?.id ?? null;
      onChunks(
        chunks.map(({ data }) => JSON.parse(data) as ChatChunk),
        cursor,
      );
    }
    if (chunks.length < events.length) {
      void reader.cancel();
      return true;
    }
  }
}

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener("abort", stop);
      resolve();
    }, milliseconds);
    signal.addEventListener("abort", stop, { once: true });
  });
}
