import { z } from "zod";
import { getTool, listTools } from "../../tools/list-tools.ts";
import { toolPatchSchema, toolSchema } from "../../tools/schema.ts";
import { getAuthored } from "../../tools/studio/versions.ts";
import { updateTool } from "../../tools/update-tool.ts";
import { defineRoute } from "../route.ts";
import { authoredSchema } from "./studio.ts";

export const toolRoutes = [
  defineRoute({
    method: "GET",
    path: "/tools",
    summary: "Every tool with its settings",
    answers: { 200: z.object({ items: z.array(toolSchema) }) },
    handle: async ({ services }) => ({ status: 200, body: { items: await listTools(services) } }),
  }),
  defineRoute({
    method: "GET",
    path: "/tools/{name}",
    summary: "A tool with its settings",
    answers: { 200: z.union([authoredSchema, toolSchema]) },
    handle: async ({ services, parameters: { name = "" } }) => {
      const tool = await getTool(services, name);
      return { status: 200, body: tool.source === "authored" ? await getAuthored(services, name) : tool };
    },
  }),
  defineRoute({
    method: "PATCH",
    path: "/tools/{name}",
    summary: "Set a tool's flag, prompt, deadline, risk or switch; null puts the default back",
    body: toolPatchSchema,
    answers: { 200: toolSchema },
    handle: async ({ services, by, parameters: { name = "" }, body }) => ({
      status: 200,
      body: await updateTool(services, { name, patch: body, by }),
    }),
  }),
];
