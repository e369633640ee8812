import type { Intent } from "../intent.ts";
import { extractPaths, looksLikeFile } from "../paths.ts";
import { contentOf } from "../results.ts";
import { summarise } from "../summarise.ts";
import { act, type Reply, say, type Turn } from "../turn.ts";
import { correctTotal } from "./correct-total.ts";

type Change = { oldText: string; newText: string; why: string };

/** Reads the file, then edits what the reading shows; a problem is a sentence. */
function readThenEdit(turn: Turn, path: string, find: (content: string) => Change | string): Reply {
  const [read] = turn.steps[0] ?? [];
  if (!read) return act(`I read \`${path}\` first.`, { tool: "read_file", input: { path } });
  if (turn.steps.length > 1) return say(summarise(turn));
  const change = find(contentOf(read));
  if (typeof change === "string") return say(change);
  const { oldText, newText, why } = change;
  return act(why, { tool: "edit_file", input: { path, oldText, newText } });
}

const fixTotal: Intent = {
  name: "fix a total",
  pattern: /^(?:fix|correct|repair|update|check)\b.*\b(?:total|sum)\b/i,
  reply(_match, turn) {
    const path = extractPaths(turn.text).find(looksLikeFile) ?? "summary.md";
    return readThenEdit(turn, path, (content) => {
      const total = correctTotal(content);
      if (!total)
        return `I found no line with a total and numbers above it in \`${path}\`. What should it say?`;
      if (total.oldText === total.newText)
        return `The total in \`${path}\` is right: the parts add up to ${total.sum}.`;
      return {
        ...total,
        why: `The parts add up to **${total.sum}**, but the file says “${total.oldText}”. I correct that line.`,
      };
    });
  },
};

const replaceText: Intent = {
  name: "replace a text",
  pattern:
    /^(?:replace|change|substitute|swap)\s+([`"'“][^`"'”]+[`"'”]|.+?)\s(?:with|to|by|for)\s+([`"'“][^`"'”]*[`"'”]|\S.*?)\sin\s+(?:the\s+)?(?:file\s+)?[`"'“]?([\w./@-]+\.\w+)/i,
  reply([, from = "", to = "", path = ""], turn) {
    const [oldText, newText] = [unquote(from), unquote(to)];
    return readThenEdit(turn, path, (content) => {
      const places = content.split(oldText).length - 1;
      if (places === 0) return `\`${path}\` does not contain “${oldText}”, so there is nothing to replace.`;
      if (places > 1) {
        return `“${oldText}” is in \`${path}\` ${places} times. Quote more of the line, so that I change the right one.`;
      }
      return { oldText, newText, why: `It is there once. I replace “${oldText}” with “${newText}”.` };
    });
  },
};

const unquote = (text: string): string => /^[`"'“]([\s\S]*)[`"'”]$/.exec(text.trim())?.[1] ?? text.trim();

export const editFiles: ReadonlyArray<Intent> = [fixTotal, replaceText];
