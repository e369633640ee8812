import type { Definition } from "./definition.ts";

const mostDescription = 10_000;
const mostDefinition = 60_000;
const mostDepth = 64;

/** Why a definition is too much to be read with every message, as the end of a sentence; null when it is not. */
export function sizeProblem(definition: Definition): string | null {
  if (isDeeper(definition.inputSchema, mostDepth)) {
    return `its input schema is nested deeper than ${mostDepth} levels`;
  }
  if ((definition.description ?? "").length > mostDescription) {
    return `its description is longer than ${mostDescription.toLocaleString("en")} characters`;
  }
  if (JSON.stringify(definition).length > mostDefinition) {
    return `its definition is larger than ${mostDefinition.toLocaleString("en")} characters`;
  }
  return null;
}

function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== "object" || value === null) return false;
  return levels === 0 || Object.values(value).some((inner) => isDeeper(inner, levels - 1));
}
