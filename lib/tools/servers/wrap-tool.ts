import type { OnElicit } from "../../mcp-client/elicitation.ts";
import { NotRunError, OutcomeUnknownError, UpstreamError } from "../../mcp-client/errors.ts";
import { offeredDefinition } from "../../mcp-client/offered-definition.ts";
import type { Pool } from "../../mcp-client/pool.ts";
import { resultText, type UpstreamResult } from "../../mcp-client/result.ts";
import { matches, suggest } from "../../mcp-client/suggestion.ts";
import * as ours from "../tool.ts";
import { definitionChanges } from "./definition-changes.ts";
import { contentOf, questionsOf } from "./elicited-questions.ts";
import { isElsewhere, pinOf } from "./place.ts";
import { neverReviewed, type ServerToolRow } from "./remember-tools.ts";
import type { ServerRow } from "./server-row.ts";

/** The connection ends a silent call by itself, knows what became of it, and waits while a person is asked. */
const longestMilliseconds = 24 * 60 * 60_000;

type Ask = NonNullable<ours.ToolContext["ask"]>;

/**
 * A server's tool as one of ours: behind our flag, our policy and our door. Where a name that should ask means no tool,
 * nobody knows which one was meant, and all of them ask.
 */
export function wrapTool(
  server: ServerRow,
  row: ServerToolRow,
  { pool, misnamed }: { pool: Pool; misnamed: boolean },
): ours.Tool {
  const { annotations } = row.definition;
  const selected = (selectors: readonly string[]) =>
    selectors.some((selector) =>
      matches(selector, { originalName: row.original_name, annotations }, server.trusted),
    );
  const suggestion = suggest(annotations, server.trusted);
  const changed = row.fingerprint !== row.reviewed_fingerprint;
  return {
    ...offeredDefinition(server.name, row.original_name, row.definition),
    name: row.name,
    source: `mcp:${server.name}`,
    risk: suggestion.risk,
    asksByDefault:
      misnamed || (server.require_approval === null ? suggestion.asks : selected(server.require_approval)),
    enabledByDefault: selected(server.tools),
    off: !server.enabled,
    originalName: row.original_name,
    annotations: { ...annotations },
    fingerprint: pinOf(server, row.fingerprint),
    longestMilliseconds,
    changed,
    isNew: row.reviewed_fingerprint === neverReviewed,
    // Only where someone looks: a list of thousands may have changed at once.
    get changes() {
      return changed ? definitionChanges(row) : undefined;
    },
    run: (input, context) => callUpstream(server, row, pool, input, context),
  };
}

async function callUpstream(
  server: ServerRow,
  row: ServerToolRow,
  pool: Pool,
  input: Record<string, unknown>,
  { signal, onProgress, ask, hide }: ours.ToolContext,
): Promise<unknown> {
  const asked = ask && elicitor(`mcp:${server.name}`, ask);
  const unshownBefore = asked?.unshown ?? 0;
  const noted = (words?: string) =>
    [words, asked && asked.unshown > unshownBefore && unshownSentence].filter(Boolean).join(" ");
  try {
    const connection = pool.get(server.id);
    if (connection && isElsewhere(server, connection.configuration)) {
      throw new ours.NotRunError("Its server is at another place since this was called. Nothing was sent.");
    }
    const result = await pool.callTool(server.id, row.original_name, input, {
      signal,
      fingerprint: row.fingerprint,
      hide,
      ...(asked && { onElicit: asked.onElicit }),
      onProgress: ({ progress, total, message }) =>
        onProgress?.({ progress, total: total ?? null, message: message ?? null }),
    });
    if (result.isError) throw new ours.ToolError(noted(resultText(result)));
    return plain({ ...result, note: noted(result.note) });
  } catch (error) {
    if (error instanceof NotRunError) throw new ours.NotRunError(error.message);
    if (error instanceof OutcomeUnknownError) throw new ours.OutcomeUnknownError(noted(error.message));
    if (error instanceof UpstreamError) throw new ours.ToolError(noted(error.message));
    throw error;
  }
}

/** The same function for the same asker: a server's question names no call, and may be meant for any of them. */
const elicitors = new WeakMap<Ask, Map<string, Elicitor>>();
/** `unshown`: how many forms had more than a person reads. */
type Elicitor = { onElicit: OnElicit; unshown: number };

const unshownSentence =
  "While this ran, its server asked for more than can be shown to a person. Nobody was asked, and it was told so.";

function elicitor(source: string, ask: Ask): Elicitor {
  const known = elicitors.get(ask) ?? new Map<string, Elicitor>();
  elicitors.set(ask, known);
  const made = known.get(source) ?? createElicitor(source, ask);
  known.set(source, made);
  return made;
}

function createElicitor(source: string, ask: Ask): Elicitor {
  const made: Elicitor = {
    unshown: 0,
    onElicit: async ({ message, schema }, signal) => {
      const questions = questionsOf(message, schema);
      if (!questions) {
        made.unshown += 1;
        // Not declined: that would be the word of a person.
        return { action: "cancel" };
      }
      const answers = await ask({ source, questions, signal });
      return answers ? { action: "accept", content: contentOf(schema, answers) } : { action: "decline" };
    },
  };
  return made;
}

/** Words alone are given as words; whatever else a server brings keeps its shape. */
function plain({ content, structuredContent, note }: UpstreamResult): unknown {
  const onlyText = content.every((item) => item.type === "text");
  if (!onlyText || structuredContent !== undefined || note) {
    return { content, ...(structuredContent !== undefined && { structuredContent }), ...(note && { note }) };
  }
  return content.map((item) => (item.type === "text" ? item.text : "")).join("\n");
}
