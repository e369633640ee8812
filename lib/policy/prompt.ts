import { replaceHidden } from "./visible-text.ts";

export const defaultPrompt = "Run '{toolName}' with arguments {args}?";

const placeholder = /\{(toolName|args(?:\.[^{}.\s]+)*)\}/g;
type Limits = { value: number; arguments: number };
const shortened: Limits = { value: 200, arguments: 300 };
/** Where the question is all that its reader sees. */
export const unshortened: Limits = { value: Number.POSITIVE_INFINITY, arguments: Number.POSITIVE_INFINITY };

/**
 * The question that a tool's template makes of one call. What comes from the model is quoted as JSON, on one line and
 * shortened, so that no value can pass for the question's own words; the complete arguments are shown below it. A
 * placeholder that names nothing stays as it is, and a value that looks like a placeholder is not expanded.
 */
export function renderPrompt(
  template: string,
  toolName: string,
  args: unknown,
  limits: Limits = shortened,
): string {
  return template.replace(placeholder, (whole: string, name: string) => {
    if (name === "toolName") return cut(escapeHidden(toolName), shortened.value);
    if (name === "args") return cut(toJson(args), limits.arguments);
    const found = lookUp(args, name.split(".").slice(1));
    return found === undefined ? whole : quote(found.value, limits.value);
  });
}

/** What stands in braces in a template and names nothing of such a call: it stays in the question as it is. */
export const namesNothing = (template: string, toolName: string, args: unknown): string[] => [
  ...new Set(
    (template.match(/\{[^{}\n]*\}/g) ?? []).filter((part) => renderPrompt(part, toolName, args) === part),
  ),
];

function lookUp(value: unknown, path: string[]): { value: unknown } | undefined {
  let current = value;
  for (const key of path) {
    if (typeof current !== "object" || current === null || !Object.hasOwn(current, key)) return undefined;
    current = (current as Record<string, unknown>)[key];
  }
  return { value: current };
}

/** The mark of a shortened text stands outside its quotes: inside, the value could have brought it along. */
function quote(value: unknown, limit: number): string {
  if (typeof value !== "string") return cut(toJson(value), limit);
  const short = cut(value, limit);
  return short === value ? toJson(value) : `${toJson(short.slice(0, -1))}…`;
}

function toJson(value: unknown): string {
  return escapeHidden(JSON.stringify(value) ?? "null");
}

function escapeHidden(text: string): string {
  return replaceHidden(text, escapeUnits).replace(/[\n\t]/g, escapeUnits);
}

function escapeUnits(character: string): string {
  return character
    .split("")
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`)
    .join("");
}

function cut(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const splitsPair = /[\uD800-\uDBFF]$/.test(text.slice(0, limit));
  return `${text.slice(0, splitsPair ? limit - 1 : limit)}…`;
}
