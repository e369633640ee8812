import type { Definition } from "./definition.ts";
import { quoted } from "./quoted.ts";

/** What a model and people are given of a definition that can be used: what the server does not say is filled in. */
export function offeredDefinition(server: string, originalName: string, definition: Definition) {
  const { title, description, inputSchema, annotations } = definition;
  return {
    title: title || annotations.title || originalName,
    description:
      description || `The tool ${quoted(originalName)} of the server "${server}". It has no description.`,
    // Providers refuse a whole request for one schema that does not say that it is of an object.
    inputSchema: { ...(inputSchema as object), type: "object" },
  };
}
