import { z } from "zod";
import { approvalSchema } from "../../approvals/schema.ts";
import { createConversation } from "../../conversations/create.ts";
import { deleteConversation } from "../../conversations/delete.ts";
import { getConversation } from "../../conversations/get.ts";
import { listConversations } from "../../conversations/list.ts";
import { queuedQuerySchema, removeQueued } from "../../conversations/queue.ts";
import {
  conversationDetailSchema,
  conversationInputSchema,
  conversationItemSchema,
  conversationQuerySchema,
  conversationSchema,
  messageInputSchema,
  messageSchema,
  messagesQuerySchema,
  queuedSchema,
} from "../../conversations/schema.ts";
import { sendMessage } from "../../conversations/send-message.ts";
import { updateConversation } from "../../conversations/update.ts";
import { runSchema } from "../../runs/schema.ts";
import { defineRoute } from "../route.ts";
import { runEvents } from "../run-events.ts";

export const conversationRoutes = [
  defineRoute({
    method: "POST",
    path: "/conversations",
    summary: "Begin a conversation",
    body: conversationInputSchema.default({}),
    answers: { 201: conversationSchema },
    handle: async ({ services, by, body }) => ({
      status: 201,
      body: await createConversation(services, { input: body, by }),
    }),
  }),
  defineRoute({
    method: "GET",
    path: "/conversations",
    summary: "The conversations by recency, or those in which words occur",
    query: conversationQuerySchema,
    answers: { 200: z.object({ items: z.array(conversationItemSchema), nextCursor: z.string().nullable() }) },
    handle: async ({ services, query }) => ({
      status: 200,
      body: await listConversations(services.database, query),
    }),
  }),
  defineRoute({
    method: "GET",
    path: "/conversations/{id}",
    summary: "A conversation at its last messages, or at those before a cursor",
    query: messagesQuerySchema,
    answers: { 200: conversationDetailSchema },
    handle: async ({ services, parameters: { id = "" }, query }) => ({
      status: 200,
      body: await getConversation(services.database, id, query),
    }),
  }),
  defineRoute({
    method: "PATCH",
    path: "/conversations/{id}",
    summary: "Rename a conversation, or choose its model",
    body: conversationInputSchema,
    answers: { 200: conversationSchema },
    handle: async ({ services, by, parameters: { id = "" }, body }) => ({
      status: 200,
      body: await updateConversation(services, { id, input: body, by }),
    }),
  }),
  defineRoute({
    method: "DELETE",
    path: "/conversations/{id}",
    summary: "Delete a conversation; calls and decisions stay on record",
    answers: { 204: null },
    handle: async ({ services, by, channel, parameters: { id = "" } }) => {
      await deleteConversation(services, { id, by, channel });
      return { status: 204 };
    },
  }),
  defineRoute({
    method: "POST",
    path: "/conversations/{id}/messages",
    summary: "Send words: a message, the next message while a run is under way, or a decision",
    body: messageInputSchema,
    answers: {
      200: [z.object({ decided: z.array(approvalSchema) }), "event-stream"],
      202: z.union([
        z.object({ message: messageSchema, run: runSchema }),
        z.object({ queued: queuedSchema }),
      ]),
    },
    handle: async ({ services, by, channel, parameters: { id = "" }, body, request, signal }) => {
      const { maximumRuns } = services;
      const sent = await sendMessage(services, { conversationId: id, input: body, by, channel, maximumRuns });
      if (sent.kind === "decided") return { status: 200, body: { decided: sent.decided } };
      if (sent.kind === "queued") return { status: 202, body: { queued: sent.queued } };
      if (request.headers.accept?.includes("text/event-stream")) {
        return runEvents(services, { runId: sent.run.id, after: null, signal });
      }
      return { status: 202, body: { message: sent.message, run: sent.run } };
    },
  }),
  defineRoute({
    method: "DELETE",
    path: "/conversations/{id}/queued",
    summary: "Drop the text that is kept as the next message; with `at` only the one that was queued then",
    query: queuedQuerySchema,
    answers: { 204: null },
    handle: async ({ services, by, parameters: { id = "" }, query: { at } }) => {
      await removeQueued(services, { conversationId: id, at, by });
      return { status: 204 };
    },
  }),
];
