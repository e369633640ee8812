import { createMask, type Mask } from "../tools/authored/mask-secrets.ts";

/** Where the words of a call stand in what we answer; everything else is ours, and must not be changed. */
const words = new Set(["arguments", "input", "prompt"]);

/**
 * What people read of a call, with the exact values of secrets shown by their names. What is stored, signed by its
 * digest and run stays as it is.
 */
export function maskArguments(answer: unknown, secrets: Readonly<Record<string, string>>): unknown {
  const mask = createMask(secrets);
  return mask.mayHide(answer) ? walk(answer, mask) : answer;
}

function walk(value: unknown, mask: Mask): unknown {
  if (Array.isArray(value)) return value.map((item) => walk(item, mask));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => {
      if (words.has(key)) return [key, mask.value(item)];
      return [key, key === "preview" ? maskPreview(item, mask) : walk(item, mask)];
    }),
  );
}

function maskPreview(preview: unknown, mask: Mask): unknown {
  if (typeof preview !== "object" || preview === null || !("text" in preview)) return preview;
  return { ...preview, text: mask.value(preview.text) };
}
