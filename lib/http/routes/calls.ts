import { z } from "zod";
import { AppError } from "../../errors.ts";
import { callView } from "../../runs/call-view.ts";
import { findOutsideCall } from "../../runs/outside/find-call.ts";
import { requestOutsideCall } from "../../runs/outside/request-call.ts";
import { callSchema, callStateSchema } from "../../runs/schema.ts";
import { argumentsSchema } from "../../tools/arguments-schema.ts";
import { findTool } from "../../tools/list-tools.ts";
import { defineRoute } from "../route.ts";

const endedSchema = z.object({
  id: z.string(),
  state: callStateSchema,
  result: z.unknown(),
  error: z.string().nullable(),
});

export const callRoutes = [
  defineRoute({
    method: "POST",
    path: "/calls",
    summary:
      "Call a tool: it runs at once, or waits in the app for an approval. A repeat joins the call, and reads its outcome once, for 24 hours",
    body: z.strictObject({ tool: z.string().min(1).max(200), arguments: argumentsSchema }),
    answers: {
      200: endedSchema,
      202: z.object({ id: z.string(), state: z.literal("pending"), approvalId: z.string() }),
    },
    handle: async ({ services, by, body, signal }) => {
      const tool = findTool(services.registry, body.tool);
      const { call, approval } = await requestOutsideCall(services, {
        tool,
        arguments: body.arguments,
        caller: { principal: by, client: { name: "HTTP API", version: "1" } },
        ask: { kind: "app" },
        holdMilliseconds: 0,
        signal,
      });
      if (call.state === "pending" && approval) {
        return { status: 202, body: { id: call.id, state: "pending", approvalId: approval.id } };
      }
      const { id, state, error } = call;
      return { status: 200, body: { id, state, result: call.result ?? null, error } };
    },
  }),
  defineRoute({
    method: "GET",
    path: "/calls/{id}",
    summary: "A call that was made from outside",
    answers: {
      200: callSchema,
      202: callSchema.extend({ state: z.literal("pending"), approvalId: z.string() }),
    },
    handle: async ({ services, parameters: { id = "" } }) => {
      const found = await findOutsideCall(services.database, id);
      if (!found) throw new AppError("not_found", "There is no such call.");
      const { state, approvalId, ...call } = callView(found.call, found.approval?.id ?? null);
      if (state === "pending" && approvalId !== null)
        return { status: 202, body: { ...call, state, approvalId } };
      return { status: 200, body: { ...call, state, approvalId } };
    },
  }),
];
