import type { LanguageModelV4ToolResultOutput } from "@ai-sdk/provider";
import { splitApproverNote } from "../../policy/approver-note.ts";
import type { Outcome } from "./turn.ts";

/** Reads what became of a call. The words are matched loosely: they are written for models in general. */
export function readOutcome(output: LanguageModelV4ToolResultOutput): Outcome {
  switch (output.type) {
    case "text":
      return readSuccess(output.value);
    case "json":
      return typeof output.value === "string"
        ? readSuccess(output.value)
        : { kind: "succeeded", text: JSON.stringify(output.value, null, 2), data: output.value, note: null };
    case "content":
      return readSuccess(output.value.map((part) => (part.type === "text" ? part.text : "")).join("\n"));
    case "execution-denied":
      return { kind: "rejected", reason: output.reason ?? null };
    case "error-text":
      return readError(splitApproverNote(output.value).outcome);
    case "error-json":
      return readError(JSON.stringify(output.value));
  }
}

function readSuccess(value: string): Outcome {
  const { note, outcome } = splitApproverNote(value);
  return { kind: "succeeded", text: outcome, data: parseJson(outcome), note };
}

function readError(text: string): Outcome {
  if (/^\s*interrupted\b/i.test(text)) return { kind: "interrupted" };
  if (/changed since it was shown/i.test(text.split(/reason:/i)[0] ?? "")) return { kind: "changed" };
  const notRun = /^\s*not run\b[:.,]?\s*([\s\S]*)$/i.exec(text);
  if (!notRun) return { kind: "failed", text };
  // A person's reason may hold any word, so only what stands before it tells which kind this is.
  const [head = "", ...rest] = (notRun[1] ?? "").split(/\breason:/i);
  if (/reject|declin/i.test(head)) return { kind: "rejected", reason: readReason(rest.join("reason:")) };
  if (/expire|in time|deadline/i.test(head)) return { kind: "expired" };
  if (/cancel|stopp/i.test(head)) return { kind: "cancelled" };
  return { kind: "denied", text: (notRun[1] ?? "").trim() };
}

/** Without the request that follows the reason; the last one, for a person may have written the same words. */
function readReason(text: string): string | null {
  const request = [...text.matchAll(/\s*\bdo not (?:call|repeat|try|run)\b[^.]*\bagain\b/gi)].at(-1);
  const reason = text.slice(0, request?.index).trim().replace(/\.$/, "").trim();
  return reason === "" ? null : reason;
}

function parseJson(text: string): unknown {
  if (!/^\s*[[{]/.test(text)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
