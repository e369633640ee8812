import { extractPaths, joinPath } from "./paths.ts";
import type { AnsweredCall } from "./turn.ts";
import { bullets, fence, shorten } from "./wording.ts";

export type ListedFile = { path: string; size: number | null };

/** The text of a file that was read, whether the tool gave it bare, in a field or with line numbers. */
export function contentOf({ outcome }: AnsweredCall): string {
  if (outcome.kind !== "succeeded") return "";
  const content = property(outcome.data, "content") ?? property(outcome.data, "text");
  const text = typeof content === "string" ? content : outcome.text;
  const lines = text.replace(/\n$/, "").split("\n");
  const numbered = lines.every((line, index) => new RegExp(`^\\s*${index + 1}[\\t|:→]`).test(line));
  return numbered ? lines.map((line) => line.replace(/^\s*\d+[\t|:→] ?/, "")).join("\n") : text;
}

/** The files that a listing names, relative to the workspace. */
export function filesOf({ outcome }: AnsweredCall, folder: string): ListedFile[] {
  if (outcome.kind !== "succeeded") return [];
  const files = outcome.data === undefined ? filesInText(outcome.text) : filesInData(outcome.data);
  const prefix = folder.replace(/\/+$/, "");
  return files.map((file) => ({
    ...file,
    path: prefix === "" || file.path.startsWith(`${prefix}/`) ? file.path : joinPath(prefix, file.path),
  }));
}

/** A result of any tool, short enough to stand in an answer. */
export function showResult({ outcome }: AnsweredCall): string {
  if (outcome.kind !== "succeeded") return "";
  const { data, text } = outcome;
  if (isFlat(data)) return bullets(Object.entries(data).map(([key, value]) => `${key}: ${value}`));
  if (data !== undefined) return fence(shorten(text, 20), "json");
  if (text.trim() === "") return "It returned nothing.";
  return text.includes("\n") || text.length > 120 ? fence(shorten(text, 20)) : text.trim();
}

export function property(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null && Object.hasOwn(value, name)
    ? Reflect.get(value, name)
    : undefined;
}

function filesInData(data: unknown): ListedFile[] {
  const list =
    ["files", "entries", "items", "paths"].map((name) => property(data, name)).find(Array.isArray) ?? data;
  if (!Array.isArray(list)) return [];
  return list.flatMap((entry: unknown): ListedFile[] => {
    if (typeof entry === "string") return entry.endsWith("/") ? [] : [{ path: entry, size: null }];
    const path = property(entry, "path") ?? property(entry, "name");
    const size = property(entry, "size");
    if (typeof path !== "string" || /^(?:dir|folder)/.test(String(property(entry, "type")))) return [];
    return [{ path, size: typeof size === "number" ? size : null }];
  });
}

function filesInText(text: string): ListedFile[] {
  return text.split("\n").flatMap((line): ListedFile[] => {
    const path = extractPaths(line)[0];
    const size = /\b([\d,]+)\s*(?:bytes|B)\b/.exec(line)?.[1]?.replaceAll(",", "");
    return path === undefined || path.endsWith("/")
      ? []
      : [{ path, size: size === undefined ? null : Number(size) }];
  });
}

function isFlat(value: unknown): value is Record<string, string | number | boolean> {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  const values: unknown[] = Object.values(value);
  return values.every(
    (each) => ["string", "number", "boolean"].includes(typeof each) && !String(each).includes("\n"),
  );
}
