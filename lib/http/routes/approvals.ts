import { z } from "zod";
import { decide } from "../../approvals/decide.ts";
import { decideMany } from "../../approvals/decide-many.ts";
import { approvalQuerySchema, getApproval, listApprovals } from "../../approvals/list.ts";
import { approvalSchema, decisionInputSchema, decisionsInputSchema } from "../../approvals/schema.ts";
import { errorSchema } from "../error-schema.ts";
import { defineRoute } from "../route.ts";

const pageSchema = z.object({
  items: z.array(approvalSchema),
  nextCursor: z.string().nullable(),
  total: z.number().int(),
});

const resultsSchema = z.object({
  results: z.array(
    z.object({
      id: z.string(),
      ok: z.boolean(),
      approval: approvalSchema.optional(),
      error: errorSchema.optional(),
    }),
  ),
});

export const approvalRoutes = [
  defineRoute({
    method: "GET",
    path: "/approvals",
    summary: "Approvals, the newest first",
    query: approvalQuerySchema,
    answers: { 200: pageSchema },
    handle: async ({ services, query }) => ({
      status: 200,
      body: await listApprovals(services.database, query),
    }),
  }),
  defineRoute({
    method: "POST",
    path: "/approvals/decisions",
    summary: "Decide several, each on its own, in order",
    body: decisionsInputSchema,
    answers: { 200: resultsSchema },
    handle: async ({ services, by, channel, body }) => ({
      status: 200,
      body: { results: await decideMany(services, { decisions: body.decisions, by, channel }) },
    }),
  }),
  defineRoute({
    method: "GET",
    path: "/approvals/{id}",
    summary: "An approval with its decisions",
    answers: { 200: approvalSchema },
    handle: async ({ services, parameters: { id = "" } }) => ({
      status: 200,
      body: await getApproval(services.database, id),
    }),
  }),
  defineRoute({
    method: "POST",
    path: "/approvals/{id}/decision",
    summary: "Approve or reject; decided once",
    body: decisionInputSchema,
    answers: { 200: approvalSchema },
    handle: async ({ services, by, channel, parameters: { id = "" }, body }) => ({
      status: 200,
      body: await decide(services, { ...body, id, by, channel }),
    }),
  }),
];
