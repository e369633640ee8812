import type { Intent } from "../intent.ts";
import { extractPaths } from "../paths.ts";
import { contentOf, property, showResult } from "../results.ts";
import { act, say } from "../turn.ts";
import { fence, paragraphs, shorten } from "../wording.ts";
import { readExpression } from "./expression.ts";
import { findTimeZone } from "./time-zone.ts";

const fetchUrl: Intent = {
  name: "fetch an address",
  pattern: /https?:\/\/[^\s"'`<>)]+/i,
  reply([address], turn) {
    const url = address.replace(/[.,;!?]+$/, "");
    const [fetched] = turn.steps[0] ?? [];
    if (!fetched) return act(`I will fetch ${url}.`, { tool: "fetch_url", input: { url } });
    const answered = turn.steps.flat().findLast((call) => call.outcome.kind === "succeeded") ?? fetched;
    return say(
      paragraphs(
        `This came from ${property(answered.input, "url")}:`,
        fence(shorten(contentOf(answered), 30)),
      ),
    );
  },
};

const currentTime: Intent = {
  name: "the time",
  pattern:
    /^(?:what(?:'s| is)?\s+(?:the\s+)?(?:current\s+)?(?:time|date|day)\b|(?:tell me|show) the (?:time|date)|(?:the )?current (?:time|date)|time in\b|today's date)/i,
  reply(match, turn) {
    const place = /\b(?:in|for|at)\s+([A-Za-z][\w/ +-]*?)\s*(?:right now|now|today)?[?.!]*$/i.exec(
      match.input,
    )?.[1];
    const timeZone = place === undefined ? null : findTimeZone(place);
    if (place !== undefined && timeZone === null) {
      return say(
        `I do not know the time zone of “${place}”. Try one by its name, such as “what time is it in Europe/Paris”.`,
      );
    }
    const [answered] = turn.steps[0] ?? [];
    if (!answered) return act("", { tool: "current_time", input: timeZone === null ? {} : { timeZone } });
    return say(
      paragraphs(timeZone === null ? "The time now:" : `The time in ${timeZone}:`, showResult(answered)),
    );
  },
};

const calculate: Intent = {
  name: "calculate",
  pattern: /^(?:what(?:'s| is)|calculate|compute|evaluate|how much is|work out|=)?\s*(.*\d.*)$/i,
  reply([, question = ""], turn) {
    const expression = readExpression(question);
    if (expression === null) return null;
    const [answered] = turn.steps[0] ?? [];
    if (!answered) return act("", { tool: "calculate", input: { expression } });
    const data = answered.outcome.kind === "succeeded" ? answered.outcome.data : undefined;
    const value = property(data, "result") ?? property(data, "value") ?? data ?? showResult(answered);
    return say(`\`${expression}\` = **${typeof value === "object" ? JSON.stringify(value) : value}**`);
  },
};

const searchFiles: Intent = {
  name: "search",
  pattern:
    /^(?:(?:search|grep)(?: (?:the )?(?:files|workspace))?(?: for)?|find|look for|where (?:is|are|do(?:es)?)|which files? (?:mentions?|contains?|says?))\s+(.+?)(?:\s+(?:mentioned|written|used|appear|occur|found))?[?.!]*$/i,
  reply([, wanted = ""], turn) {
    const place = /^(.+?)\s+in\s+(?:the\s+)?(?:folder\s+)?(\S+)$/i.exec(wanted);
    const path = place?.[2] === undefined || /^(?:files?|workspace|here)$/i.test(place[2]) ? null : place[2];
    const query = clean((place ? place[1] : wanted) ?? wanted);
    if (query === "") return null;
    const [found] = turn.steps[0] ?? [];
    if (!found)
      return act("", {
        tool: "search_files",
        input: path === null ? { query } : { query, path: clean(path) },
      });
    const nothing = found.outcome.kind === "succeeded" && extractPaths(found.outcome.text).length === 0;
    if (nothing) return say(`I found “${query}” nowhere${path === null ? "" : ` in \`${clean(path)}\``}.`);
    return say(paragraphs(`This is where I found “${query}”:`, showMatches(found)));
  },
};

function showMatches(found: Parameters<typeof showResult>[0]): string {
  const data = found.outcome.kind === "succeeded" ? found.outcome.data : undefined;
  const matches = property(data, "matches") ?? property(data, "results") ?? data;
  if (!Array.isArray(matches)) return showResult(found);
  const rows = matches.slice(0, 30).map((match: unknown) => {
    const line = property(match, "line");
    const text = property(match, "text") ?? property(match, "content") ?? property(match, "excerpt") ?? "";
    const where =
      typeof line === "number"
        ? `\`${property(match, "path")}\`, line ${line}`
        : `\`${property(match, "path")}\``;
    return `- ${where}: ${String(text).trim()}`;
  });
  return rows.join("\n");
}

const clean = (text: string): string =>
  text
    .trim()
    .replace(/^(?:the (?:word|text|phrase)\s+)?[`"'“]/i, "")
    .replace(/[`"'”?]+$/, "")
    .replace(/\/$/, "");

export const findingOut: ReadonlyArray<Intent> = [fetchUrl, currentTime, searchFiles, calculate];
