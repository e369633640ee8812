import { createHash } from "node:crypto";
import type { FileHandle } from "node:fs/promises";
import { ToolError } from "../tool.ts";
import type { Workspace } from "./open-workspace.ts";
import { type FileFacts, withFile } from "./regular-file.ts";
import type { FilePath } from "./workspace-path.ts";

/** Larger files are not text to read, change or search through. */
export const maximumTextBytes = 2 * 1024 * 1024;

export type TextFile = FileFacts & { text: string; hash: string };

/**
 * The text, or null for bytes that are no UTF-8 text. A byte order mark is kept: it belongs to the file.
 * With `cutOff` the bytes may end in the middle of a character.
 */
export function decodeText(bytes: Uint8Array, { cutOff = false } = {}): string | null {
  if (bytes.includes(0)) return null;
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes, { stream: cutOff });
  } catch {
    return null;
  }
}

/** At most `limit` bytes from the start. */
export async function readBytes(handle: FileHandle, limit: number): Promise<Buffer> {
  const buffer = Buffer.alloc(limit);
  let length = 0;
  while (length < limit) {
    const { bytesRead } = await handle.read(buffer, length, limit - length, length);
    if (bytesRead === 0) break;
    length += bytesRead;
  }
  return buffer.subarray(0, length);
}

/** The whole text with the hash of exactly those bytes; null when there is no such file. */
export function readTextFile(workspace: Workspace, path: FilePath): Promise<TextFile | null> {
  return withFile(workspace, path, async (handle, facts) => {
    const bytes = await readBytes(handle, Math.min(facts.size, maximumTextBytes) + 1);
    if (bytes.length > maximumTextBytes) throw new ToolError(`"${path.text}" is larger than 2 MB.`);
    if (bytes.length > facts.size) throw new ToolError(`"${path.text}" grew while it was read; try again.`);
    const text = decodeText(bytes);
    if (text === null) throw new ToolError(`"${path.text}" is a binary file, not UTF-8 text.`);
    return { ...facts, text, hash: createHash("sha256").update(bytes).digest("hex") };
  });
}
