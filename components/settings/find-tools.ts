import type { ToolView } from "../../lib/tools/schema.ts";

type Searched = Pick<ToolView, "name" | "title" | "description" | "source" | "originalName" | "alias">;

/** Each tool's words in lower case, made once for a list: typing then only compares. */
export function searchTexts(tools: readonly Searched[]): Map<string, string> {
  return new Map(
    tools.map((tool) => [
      tool.name,
      [tool.name, tool.title, tool.description, tool.source, tool.originalName, tool.alias]
        .join(" ")
        .toLowerCase(),
    ]),
  );
}

/** The names of the tools in which every word is found, from this source or any. */
export function findTools(
  tools: readonly Searched[],
  texts: ReadonlyMap<string, string>,
  search: string,
  source: string | null,
): Set<string> {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const found = tools.filter((tool) => {
    const text = texts.get(tool.name) ?? "";
    return (source === null || tool.source === source) && words.every((word) => text.includes(word));
  });
  return new Set(found.map(({ name }) => name));
}
