import { splitApproverNote } from "../policy/approver-note.ts";
import { storableText, storableValue } from "../policy/storable-text.ts";

const mostStored = 1_000_000;
export const mostForModel = 32_000;

const replacedNote = "\n[characters that cannot be stored were replaced by \uFFFD]";

/** The value that is stored and shown: any JSON value up to 1 MB, else its beginning with a note. */
export function storedOutput(value: unknown): unknown {
  if (typeof value === "string") return storedText(value);
  const text = JSON.stringify(value ?? null);
  return Buffer.byteLength(text) <= mostStored ? storedValue(JSON.parse(text)) : storedText(text);
}

/** The same of words: what a tool said, and what it said of its failure. */
export function storedText(text: string): string {
  if (Buffer.byteLength(text) <= mostStored) return noted(text);
  const kept = text.slice(0, beginning(text, mostStored).length);
  return `${noted(kept)}\n[cut: ${kept.length} of ${text.length} characters are kept]`;
}

function noted(text: string): string {
  const stored = storableText(text);
  return stored === text ? text : stored + replacedNote;
}

/** A value keeps its shape: what was replaced in it is noted once, at the first text that it was done to. */
function storedValue(value: unknown): unknown {
  let told = false;
  return storableValue(value, (text) => {
    const stored = told ? storableText(text) : noted(text);
    told ||= stored !== text;
    return stored;
  });
}

/** What the model gets of a text of which it may see only the beginning: so many bytes, cut at a character. */
export function outputForModel(text: string, length: number, most: number = mostForModel): string {
  const shown = Buffer.byteLength(text) <= most ? text : beginning(text, most);
  if (shown.length >= length) return shown;
  return `${shown}\n[${shown.length} of ${length} characters are shown]`;
}

const shownNote = /\n\[\d+ of (\d+) characters are shown\]$/;

/** Less of what the model was given before; "of m" stays what it was, and so does the note of who approved. */
export function shorterForModel(given: string, most: number): string {
  const { line, outcome } = splitApproverNote(given);
  const length = Number(shownNote.exec(outcome)?.[1] ?? outcome.length);
  return line + outputForModel(outcome.replace(shownNote, ""), length, most);
}

function beginning(text: string, bytes: number): string {
  const cut = Buffer.from(text).subarray(0, bytes);
  return new TextDecoder().decode(cut, { stream: true });
}
