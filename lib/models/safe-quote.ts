import { maskKeys } from "../policy/mask-keys.ts";

/** Long runs of letters and digits mean nothing to a reader, and may be a key of a format that nobody knows. */
const unreadable = /\b(?=[\w-]*\d)(?=[\w-]*[A-Za-z])[\w-]{32,}\b/g;
const longest = 200;
/** A stranger's error may be any length: what nobody is shown is not worked on. */
const mostRead = 4_000;

/** What a stranger's server said, fit to be shown: on one line, no keys, short; null when it is not a sentence. */
export function safeQuote(text: string): string | null {
  const masked = maskKeys(text.slice(0, mostRead)).replace(unreadable, "[hidden]");
  const line = masked.replace(/[\p{Cc}\p{Cf}\s]+/gu, " ").trim();
  if (line === "" || /^[{[<]/.test(line)) return null;
  const characters = [...line];
  return characters.length <= longest ? line : `${characters.slice(0, longest - 1).join("")}…`;
}
