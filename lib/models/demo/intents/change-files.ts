import type { Intent } from "../intent.ts";
import { baseName, directoryOf, extractPaths, joinPath, looksLikeFile } from "../paths.ts";
import { summarise } from "../summarise.ts";
import { act, type PlannedCall, type Reply, say, type Turn } from "../turn.ts";
import { wordCall } from "../wording.ts";

/** Asks for the calls at once, and sums up when they have come back. */
function perform(turn: Turn, calls: ReadonlyArray<PlannedCall>): Reply {
  if (turn.steps.length > 0) return say(summarise(turn));
  const [first, ...others] = calls.map((call) => wordCall(call).toDo);
  return act(`I will ${[first, ...others].join(", and ")}.`, ...calls);
}

const deleteFiles: Intent = {
  name: "delete files",
  pattern: /^(?:delete|remove|erase|trash|get rid of)\b/i,
  reply(match, turn) {
    const paths = extractPaths(match.input).filter(looksLikeFile);
    if (paths.length === 0) return null;
    return perform(
      turn,
      paths.map((path) => ({ tool: "delete_file", input: { path } })),
    );
  },
};

const moveFile: Intent = {
  name: "move or rename a file",
  pattern:
    /^(rename|move|archive)\b[\s\S]*?(?:\b(?:to|into|as)\b|→|->|$)\s*(?:the\s+)?(?:folder\s+)?[`"'“]?([\w./@-]*)/i,
  reply([input, verb = "", target = ""], turn) {
    const [source, second] = extractPaths(turn.text);
    if (source === undefined || !looksLikeFile(source)) return null;
    const archived = verb.toLowerCase() === "archive" || input.endsWith(source);
    const destination = second ?? (archived ? "archive/" : target.replace(/[.]+$/, ""));
    if (destination === "") return null;
    return perform(turn, [
      { tool: "move_file", input: { source, destination: resolve(verb, source, destination) } },
    ]);
  },
};

/** "Rename" keeps the folder, "move" to a name without an extension means a folder. */
function resolve(verb: string, source: string, destination: string): string {
  if (destination.endsWith("/")) return joinPath(destination, baseName(source));
  const renames = verb.toLowerCase() === "rename";
  if (!renames && !looksLikeFile(destination)) return joinPath(destination, baseName(source));
  return renames && !destination.includes("/") ? joinPath(directoryOf(source), destination) : destination;
}

const writeFile: Intent = {
  name: "write a file",
  pattern:
    /^(?:write|create|make|save|add)\s+(?:me\s+)?(?:an?\s+|the\s+)?(?:new\s+)?(?:text\s+)?(?:file\b|note\b|[`"'“]?[\w./@-]+\.\w+)/i,
  reply(_match, turn) {
    const path = extractPaths(turn.text)[0];
    if (path === undefined) return null;
    const rest = turn.text.slice(turn.text.indexOf(path) + path.length).replace(/^[`"'”]/, "");
    const content =
      /^\s*(?:\b(?:with|containing|that (?:says|contains)|saying|which says)\b|:|,)([\s\S]*)$/i.exec(
        rest,
      )?.[1];
    const call = { tool: "write_file", input: { path, content: cleanContent(content ?? "") } };
    return perform(turn, [call]);
  },
};

const writeTo: Intent = {
  name: "write something to a file",
  pattern:
    /^(?:write|save|put)\s+([`"'“][\s\S]*?[`"'”]|[^\n]+?)\s(?:to|into|in|as)\s+(?:a\s+)?(?:new\s+)?(?:file\s+)?(?:called\s+|named\s+)?[`"'“]?([\w./@-]+\.\w+)/i,
  reply([, content = "", path], turn) {
    return perform(turn, [{ tool: "write_file", input: { path, content: cleanContent(content) } }]);
  },
};

function cleanContent(text: string): string {
  const fenced = /```\w*\n([\s\S]*?)\n?```/.exec(text)?.[1];
  const bare = fenced ?? text.trim().replace(/^(?:the\s+)?(?:text|content|words?)\b:?\s+/i, "");
  const unquoted = /^[`"'“]([\s\S]*)[`"'”][.!]?$/.exec(bare)?.[1] ?? bare;
  return unquoted === "" ? "" : `${unquoted.replace(/\n+$/, "")}\n`;
}

export const changeFiles: ReadonlyArray<Intent> = [writeTo, writeFile, deleteFiles, moveFile];
