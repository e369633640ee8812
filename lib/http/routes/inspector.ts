import { z } from "zod";
import { argumentsSchema } from "../../tools/arguments-schema.ts";
import { defineRoute } from "../route.ts";

const targetSchema = z.string().min(1).max(100);

const toolsSchema = z.object({
  tools: z.array(
    z.object({ name: z.string(), title: z.string(), description: z.string(), inputSchema: z.unknown() }),
  ),
});

export const inspectorRoutes = [
  defineRoute({
    method: "POST",
    path: "/inspector/tools",
    summary: "The tools that an outside client sees on our /mcp, or those of a server",
    body: z.strictObject({ target: targetSchema }),
    answers: { 200: toolsSchema },
    handle: async ({ inspector, body }) => ({
      status: 200,
      body: { tools: await inspector.tools(body.target) },
    }),
  }),
  defineRoute({
    method: "POST",
    path: "/inspector/calls",
    summary: "Call a tool as an outside client does; questions come as events",
    body: z.strictObject({
      target: targetSchema,
      tool: z.string().min(1).max(200),
      arguments: argumentsSchema,
    }),
    answers: { 200: "event-stream" },
    handle: async ({ inspector, by, body, signal }) => ({ events: inspector.call({ ...body, by, signal }) }),
  }),
  defineRoute({
    method: "POST",
    path: "/inspector/answers",
    summary: "Answer a question that a call of the inspector raised",
    body: z.strictObject({
      id: z.string().min(1).max(100),
      action: z.enum(["accept", "decline", "cancel"]),
    }),
    answers: { 204: null },
    handle: async ({ inspector, body }) => {
      await inspector.answer(body.id, body.action);
      return { status: 204 };
    },
  }),
];
