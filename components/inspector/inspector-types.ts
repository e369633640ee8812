import type { JsonObject } from "./json";

export type InspectedTool = {
  name: string;
  title: string | null;
  description: string | null;
  inputSchema: JsonObject;
};

export type Elicitation = { id: string; message: string; schema: JsonObject | null };
export type CallOutcome =
  | { kind: "result"; isError: boolean; content: unknown[]; structuredContent?: unknown }
  | { kind: "error"; message: string };
