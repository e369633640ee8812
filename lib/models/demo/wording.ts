import { type AnsweredCall, field, type PlannedCall } from "./turn.ts";

/** How a call reads in a sentence: "delete `a.md`", and when it is done "Deleted `a.md`". */
export function wordCall(call: PlannedCall): { toDo: string; done: string } {
  const path = field(call, "path");
  switch (call.tool) {
    case "delete_file":
      if (path !== null) return { toDo: `delete \`${path}\``, done: `Deleted \`${path}\`` };
      break;
    case "write_file":
      if (path !== null) return { toDo: `write \`${path}\``, done: `Wrote \`${path}\`` };
      break;
    case "edit_file":
      if (path !== null) return { toDo: `edit \`${path}\``, done: `Edited \`${path}\`` };
      break;
    case "read_file":
      if (path !== null) return { toDo: `read \`${path}\``, done: `Read \`${path}\`` };
      break;
    case "list_files":
      return { toDo: `list \`${path ?? "."}\``, done: `Listed \`${path ?? "."}\`` };
    case "move_file": {
      const way = `\`${field(call, "source")}\` to \`${field(call, "destination")}\``;
      return { toDo: `move ${way}`, done: `Moved ${way}` };
    }
    case "fetch_url":
      return { toDo: `fetch ${field(call, "url")}`, done: `Fetched ${field(call, "url")}` };
  }
  return { toDo: `run \`${call.tool}\``, done: `Ran \`${call.tool}\`` };
}

/** Why a call did not do what was asked, as the rest of a sentence; null when it did. */
export function wordFailure({ outcome }: AnsweredCall): string | null {
  switch (outcome.kind) {
    case "succeeded":
      return null;
    case "rejected":
      return outcome.reason === null ? "rejected, no reason given" : `rejected: ${quote(outcome.reason)}`;
    case "expired":
      return "nobody decided in time, so it expired";
    case "cancelled":
      return "it was cancelled before it ran";
    case "changed":
      return "the file changed since it was shown, so the approval no longer fitted";
    case "interrupted":
      return "it was interrupted, and whether it took effect is unknown";
    case "denied":
      return `it was refused: ${oneLine(outcome.text)}`;
    case "failed":
      return `it failed: ${oneLine(outcome.text)}`;
  }
}

export const quote = (text: string): string => `“${oneLine(text)}”`;
export const bullets = (lines: ReadonlyArray<string>): string => lines.map((line) => `- ${line}`).join("\n");
export const paragraphs = (...parts: ReadonlyArray<string | null>): string =>
  parts.filter((part) => part !== null && part !== "").join("\n\n");

/** A code fence that the content itself cannot close. */
export function fence(content: string, language = ""): string {
  const longest = Math.max(2, ...[...content.matchAll(/`+/g)].map((match) => match[0].length));
  const marks = "`".repeat(longest + 1);
  return `${marks}${language}\n${content.replace(/\n+$/, "")}\n${marks}`;
}

export function shorten(text: string, lines: number): string {
  const all = text.replace(/\n+$/, "").split("\n");
  return all.length <= lines
    ? all.join("\n")
    : [...all.slice(0, lines), `… ${all.length - lines} more lines`].join("\n");
}

export const oneLine = (text: string): string => {
  const line = text.replace(/\s+/g, " ").trim();
  return line.length <= 300 ? line : `${line.slice(0, 299)}…`;
};
