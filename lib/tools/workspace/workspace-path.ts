import path from "node:path";
import { ToolError } from "../tool.ts";
import { isOwnName } from "./own-names.ts";

// biome-ignore lint/suspicious/noControlCharactersInRegex: refusing control characters is the point
const controlCharacter = /[\u0000-\u001f\u007f]/;

/**
 * The names from the workspace down to what a model or a person meant; none for the workspace itself.
 * Dots are resolved as text, which is exact here because no link is ever followed.
 */
export function parseWorkspacePath(input: string): string[] {
  if (input.trim() === "") throw new ToolError("The path is empty.");
  if (controlCharacter.test(input)) throw new ToolError("The path contains a control character.");
  if (input.includes("\\")) throw new ToolError("The path contains a backslash; use / between folders.");
  if (input.startsWith("/") || /^[a-z]:/i.test(input)) {
    throw new ToolError("The path is absolute; use a path relative to the workspace.");
  }
  const names = path.posix
    .normalize(input)
    .split("/")
    .filter((name) => name !== "" && name !== ".");
  if (names[0] === "..") throw new ToolError("The path leads out of the workspace.");
  if (names.some(isOwnName)) throw new ToolError("The path is reserved for files being written.");
  if (names.length > 64 || names.some((name) => Buffer.byteLength(name) > 255)) {
    throw new ToolError("The path is too long.");
  }
  return names;
}

export type FilePath = { folder: string[]; name: string; text: string };

/** A path that has to name something inside the workspace, not the workspace itself. */
export function parseFilePath(input: string): FilePath {
  const names = parseWorkspacePath(input);
  const name = names.at(-1);
  if (name === undefined) throw new ToolError("The path names the workspace itself, not a file in it.");
  return { folder: names.slice(0, -1), name, text: names.join("/") };
}
