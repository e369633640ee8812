import { ToolError } from "../tool.ts";
import { errorCode } from "./file-error.ts";

/** Null for what is gone meanwhile, and for what is there and cannot be read, which is told. */
export async function unlessUnreadable<Value>(
  value: Promise<Value>,
  onUnreadable: () => void,
): Promise<Value | null> {
  try {
    return await value;
  } catch (error) {
    if (!(error instanceof ToolError) && errorCode(error) === undefined) throw error;
    if (errorCode(error) !== "ENOENT") onUnreadable();
    return null;
  }
}

/** What the model is told beside a list that is not whole; null of one that is. */
export function leftOutNote(cut: string | null, unreadable: number): string | null {
  const these = unreadable === 1 ? "file or folder" : "files or folders";
  const notes = [cut, unreadable > 0 ? `${unreadable} ${these} could not be read.` : null];
  return notes.filter((note) => note !== null).join(" ") || null;
}
