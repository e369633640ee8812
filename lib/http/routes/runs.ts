import { z } from "zod";
import { cancelRun } from "../../runs/cancel.ts";
import { getRun } from "../../runs/get-run.ts";
import { retryRun } from "../../runs/retry.ts";
import { runSchema } from "../../runs/schema.ts";
import { lastEventId } from "../last-event-id.ts";
import { defineRoute } from "../route.ts";
import { runEvents } from "../run-events.ts";

export const runRoutes = [
  defineRoute({
    method: "GET",
    path: "/runs/{id}",
    summary: "A run with its calls and approvals",
    answers: { 200: runSchema },
    handle: async ({ services, parameters: { id = "" } }) => ({
      status: 200,
      body: await getRun(services.database, id),
    }),
  }),
  defineRoute({
    method: "GET",
    path: "/runs/{id}/stream",
    summary: "The run's UI message chunks from a cursor on, until it rests or ends",
    query: z.strictObject({ after: z.string().max(50).optional() }),
    answers: { 200: "event-stream" },
    handle: async ({ services, parameters: { id = "" }, query, request, signal }) =>
      runEvents(services, { runId: id, after: lastEventId(request) ?? query.after ?? null, signal }),
  }),
  defineRoute({
    method: "POST",
    path: "/runs/{id}/cancel",
    summary: "Stop a run: what waits is cancelled, what runs is interrupted",
    answers: { 200: runSchema },
    handle: async ({ services, by, channel, parameters: { id = "" } }) => ({
      status: 200,
      body: await cancelRun(services, { runId: id, by, channel }),
    }),
  }),
  defineRoute({
    method: "POST",
    path: "/runs/{id}/retry",
    summary: "Repeat the model call of a failed run; no tool call is repeated",
    answers: { 200: runSchema },
    handle: async ({ services, by, parameters: { id = "" } }) => ({
      status: 200,
      body: await retryRun(services, { runId: id, by, maximumRuns: services.maximumRuns }),
    }),
  }),
];
