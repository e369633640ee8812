import { baseName, directoryOf, extractPaths, joinPath, looksLikeFile } from "./paths.ts";
import { field, type PlannedCall } from "./turn.ts";

type Wish =
  | { kind: "folder"; folder: string }
  | { kind: "name"; name: string }
  | { kind: "url"; url: string };

const target = "[`\"'“]?([\\w./-]*[\\w/])[`\"'”]?";
const moveWish = new RegExp(
  `\\b(?:archive|move|put|send)\\b.{0,40}?\\b(?:to|into|in|under)\\s+(?:the\\s+)?${target}`,
  "i",
);
const nameWish =
  /\b(?:rename|call|name|save|write|store|create)\b.{0,40}?\b(?:to|as|it|them|in|into)\s+[`"'“]?([\w./-]*\w\.\w{1,8})\b/i;
const negated = /\b(?:do not|don't|dont|never|not)\s+(?:\w+\s+)?(?:archive|move|rename|put|save|call)/i;

/** The call that a person's reason asks for in place of the one that was turned down; null when it names none. */
export function alternativeFor(call: PlannedCall, reason: string): PlannedCall | null {
  const wish = readWish(reason);
  if (!wish) return null;
  const path = field(call, "path") ?? field(call, "source");
  if (wish.kind === "url")
    return call.tool === "fetch_url" ? { tool: "fetch_url", input: { url: wish.url } } : null;
  if (path === null) return null;
  const destination =
    wish.kind === "folder"
      ? joinPath(wish.folder, baseName(path))
      : wish.name.includes("/")
        ? wish.name
        : joinPath(
            directoryOf(call.tool === "move_file" ? (field(call, "destination") ?? path) : path),
            wish.name,
          );
  if (destination === path) return null;
  if (call.tool === "delete_file" || call.tool === "move_file") {
    return { tool: "move_file", input: { source: path, destination } };
  }
  const content = field(call, "content");
  if (call.tool === "write_file" && content !== null) {
    return { tool: "write_file", input: { path: destination, content } };
  }
  return null;
}

function readWish(reason: string): Wish | null {
  const url = /https?:\/\/[^\s"'`<>)]+/i.exec(reason)?.[0]?.replace(/[.,;!?]+$/, "");
  if (url !== undefined) return { kind: "url", url };
  if (negated.test(reason)) return null;
  const moved = moveWish.exec(reason)?.[1];
  if (moved !== undefined) return placeOrName(moved);
  if (/\barchive\b/i.test(reason)) return { kind: "folder", folder: "archive" };
  const named = nameWish.exec(reason)?.[1];
  if (named !== undefined) return { kind: "name", name: named };
  const [only, ...others] = extractPaths(reason);
  const meant =
    only !== undefined && others.length === 0 && /\b(?:use|instead|rather|better)\b/i.test(reason);
  return meant ? placeOrName(only) : null;
}

function placeOrName(text: string): Wish {
  if (looksLikeFile(text)) return { kind: "name", name: text };
  return { kind: "folder", folder: text.replace(/\/+$/, "") };
}
