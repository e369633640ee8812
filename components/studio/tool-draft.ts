import { type JsonObject, parseObject } from "../inspector/json";

/** A tool as it is being written. */
export type ToolDraft = {
  name: string;
  description: string;
  inputSchema: string;
  code: string;
  hosts: string;
  files: "none" | "read" | "write";
  secrets: string[];
  /** `default`: as set so far, and for a new tool as its risk says: then it is not sent. */
  mode: "default" | "required" | "disabled";
  prompt: string;
};

export type Capabilities = { hosts?: string[]; files?: "read" | "write"; secrets?: string[] };

export const newTool: ToolDraft = {
  name: "",
  description: "",
  inputSchema: `{
  "type": "object",
  "properties": {
    "text": { "type": "string", "description": "What to count" }
  },
  "required": ["text"],
  "additionalProperties": false
}`,
  code: `export default async (input, { fetch, files, secrets }) => {
  const words = input.text.trim().split(/\\s+/);
  console.log("counting", words.length);
  return { words: words.length };
};
`,
  hosts: "",
  files: "none",
  secrets: [],
  mode: "default",
  prompt: "",
};

export type DraftField = "name" | "description" | "inputSchema" | "code" | "hosts" | "prompt";
export type DraftProblems = Partial<Record<DraftField, string>>;

/** What the tool may reach, as the server takes it; nothing is said of what it may not. */
export function capabilitiesOf({ hosts, files, secrets }: Pick<ToolDraft, "hosts" | "files" | "secrets">) {
  const named = hosts.split(/[\s,]+/).filter(Boolean);
  const capabilities: Capabilities = {};
  if (named.length > 0) capabilities.hosts = [...new Set(named)];
  if (files !== "none") capabilities.files = files;
  if (secrets.length > 0) capabilities.secrets = secrets;
  return capabilities;
}

/** What has to be mended before it can be published, field by field. The server looks again, and closer. */
export function problemsOf(draft: ToolDraft): DraftProblems {
  const problems: DraftProblems = {};
  if (!/^[a-zA-Z0-9_-]{1,64}$/.test(draft.name))
    problems.name = "1 to 64 letters, digits, underscores or hyphens.";
  if (draft.description.trim() === "")
    problems.description = "The agent chooses by it: say what the tool does.";
  const schema = parseObject(draft.inputSchema);
  if ("problem" in schema) problems.inputSchema = schema.problem;
  if (draft.code.trim() === "") problems.code = "There is no code.";
  return problems;
}

/** The body that publishes it; null while something has to be mended. */
export function publishedBody(draft: ToolDraft) {
  const schema = parseObject(draft.inputSchema);
  if (Object.keys(problemsOf(draft)).length > 0 || "problem" in schema) return null;
  const { name, description, code, mode, prompt } = draft;
  const approval = {
    ...(mode !== "default" && { mode }),
    prompt: prompt.trim() === "" ? null : prompt,
  };
  return {
    name,
    description,
    inputSchema: schema.value,
    code,
    capabilities: capabilitiesOf(draft),
    approval,
  };
}

export type AuthoredTool = {
  name: string;
  description: string;
  inputSchema: JsonObject;
  code: string;
  capabilities: Capabilities;
  approval: { mode: "required" | "disabled"; prompt: string | null };
};

/**
 * A published tool as a draft of its next version. Its flag is not taken along: one that came from the risk has to
 * follow the risk of what is written now.
 */
export function draftOf({
  name,
  description,
  inputSchema,
  code,
  capabilities,
  approval,
}: AuthoredTool): ToolDraft {
  return {
    name,
    description,
    inputSchema: JSON.stringify(inputSchema, null, 2),
    code,
    hosts: capabilities.hosts?.join("\n") ?? "",
    files: capabilities.files ?? "none",
    secrets: capabilities.secrets ?? [],
    mode: "default",
    prompt: approval.prompt ?? "",
  };
}
