import type { UIMessageChunk } from "ai";
import type { Executor } from "../db/client.ts";
import { sql } from "../db/sql.ts";
import { integer, text } from "../db/value.ts";
import { type Packed, unpack } from "./log-chunks.ts";
import type { Notice, StepPart } from "./parts.ts";
import type { RunStream } from "./run-streams.ts";

/** What a step that never finished had said, and what the person was told of it until then. */
export type PartialAnswer = { parts: StepPart[]; notices: Notice[] };

export const nothingSaid: PartialAnswer = { parts: [], notices: [] };

/** As it was shown here. */
export const partialFromStream = ({ answering, entries }: RunStream): PartialAnswer =>
  answering ? partialFromChunks(entries.slice(answering.from).map((entry) => entry.chunk)) : nothingSaid;

/** As far as the log knows. */
export async function partialFromLog(
  database: Executor,
  run: { id: string; epoch: number; step_count: number },
): Promise<PartialAnswer> {
  const rows = await database.query<{ chunks: Packed[] }>(sql`
    select chunks from stream_log
    where run_id = ${text(run.id)} and epoch = ${integer(run.epoch)} and step = ${integer(run.step_count)}
    order by first`);
  return partialFromChunks(rows.flatMap((row) => unpack(row.chunks)));
}

function partialFromChunks(chunks: UIMessageChunk[]): PartialAnswer {
  const notices: Notice[] = [];
  const parts = new Map<string, { type: "text" | "reasoning"; text: string }>();
  for (const chunk of chunks) {
    if (chunk.type === "text-start" || chunk.type === "reasoning-start") {
      parts.set(chunk.id, { type: chunk.type === "text-start" ? "text" : "reasoning", text: "" });
    } else if (chunk.type === "text-delta" || chunk.type === "reasoning-delta") {
      const part = parts.get(chunk.id);
      if (part) part.text += chunk.delta;
    } else if (chunk.type === "data-notice") notices.push(chunk.data as Notice);
  }
  return { parts: [...parts.values()].filter((part) => part.text !== ""), notices };
}
