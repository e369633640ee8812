import type { AuthoredTool } from "../authored/authored-tool-schema.ts";
import type { AuthoredDefinition } from "../authored/create-authored-tool.ts";

export type AuthoredVersionRow = {
  tool_name: string;
  version: number;
  description: string;
  input_schema: Record<string, unknown>;
  code: string;
  capabilities: NonNullable<AuthoredTool["capabilities"]>;
  published_by: string;
  published_at: Date;
};

export const definitionOf = (row: AuthoredVersionRow): AuthoredDefinition => ({
  name: row.tool_name,
  description: row.description,
  inputSchema: row.input_schema,
  code: row.code,
  capabilities: row.capabilities,
});
