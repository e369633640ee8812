import type { UIMessageChunk } from "ai";
import { type SQL, sql } from "../db/sql.ts";
import { integer, plainJson, text } from "../db/value.ts";
import type { RunStream } from "./run-streams.ts";

/**
 * The row for the log: what was shown and is not saved yet, and what is about to be shown once this commits.
 * Arguments and outputs are not kept twice: their chunks name the call, and the reader fills them in from its row. What
 * the run is doing stands behind them and is not counted. A row of which nobody heard that it was written is there
 * already: one that says as much or more takes its place.
 */
export function logInsert(
  stream: RunStream,
  step: number,
  aboutToShow: UIMessageChunk[],
  source: string,
  status: UIMessageChunk | null = null,
): SQL {
  const unsaved = stream.entries.filter((entry) => !entry.transient && entry.n >= stream.saved);
  const chunks = [...unsaved.map((entry) => entry.chunk), ...aboutToShow];
  const last = stream.saved + chunks.length - 1;
  const packed = pack(status ? [...chunks, status] : chunks);
  return sql`insert into stream_log (run_id, epoch, first, last, step, chunks)
    select ${text(stream.runId)}, ${integer(stream.epoch)}, ${integer(stream.saved)}, ${integer(last)}, ${integer(step)}, ${plainJson(packed)}
    from ${sql.raw(source)} where ${integer(packed.length)} > 0
    on conflict (run_id, epoch, first) do update
    set last = excluded.last, step = excluded.step, chunks = excluded.chunks where excluded.last >= stream_log.last`;
}

type Words = { type: "text-delta" | "reasoning-delta"; id: string; delta: string[] };
/** Named only: the reader fills it in from the call's row. */
type Named = { type: "tool-input-available" | "tool-output-available" | "data-call" };
/**
 * As the log keeps them: what is nothing but its type, as that; the words of one part that follow one another as one
 * entry, which still count one by one.
 */
export type Packed = UIMessageChunk | Words | Named | UIMessageChunk["type"];

const isWords = (chunk: Packed | undefined): chunk is Words =>
  typeof chunk === "object" && "delta" in chunk && Array.isArray(chunk.delta);

function pack(chunks: UIMessageChunk[]): Packed[] {
  const packed: Packed[] = [];
  for (const chunk of chunks) {
    const last = packed.at(-1);
    if (chunk.type !== "text-delta" && chunk.type !== "reasoning-delta") packed.push(withoutCopies(chunk));
    else if (isWords(last) && last.type === chunk.type && last.id === chunk.id) last.delta.push(chunk.delta);
    else packed.push({ type: chunk.type, id: chunk.id, delta: [chunk.delta] });
  }
  return packed;
}

/** What is only named is still to be filled in. */
export function unpack(packed: Packed[]): UIMessageChunk[] {
  const chunks: UIMessageChunk[] = [];
  for (const chunk of packed) {
    if (typeof chunk === "string") chunks.push({ type: chunk } as UIMessageChunk);
    else if (!isWords(chunk)) chunks.push(chunk as UIMessageChunk);
    else for (const delta of chunk.delta) chunks.push({ type: chunk.type, id: chunk.id, delta });
  }
  return chunks;
}

function withoutCopies(chunk: UIMessageChunk): Packed {
  if (chunk.type === "tool-output-available") return { ...chunk, output: undefined };
  if (chunk.type === "tool-input-available") return { ...chunk, toolName: undefined, input: undefined };
  if (chunk.type === "data-call") return { ...chunk, data: undefined };
  return chunk.type === "start" || Object.keys(chunk).length === 1 ? chunk.type : chunk;
}
