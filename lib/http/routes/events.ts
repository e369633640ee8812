import { z } from "zod";
import type { AuditType } from "../../audit/vocabulary.ts";
import type { FeedItem } from "../../engine/known-events.ts";
import { AppError } from "../../errors.ts";
import { lastEventId } from "../last-event-id.ts";
import { defineRoute, type ServerSentEvent } from "../route.ts";

/** What of the record is told to listeners, and under which name. */
const told: Partial<Record<AuditType, string>> = {
  "approval.requested": "approval.requested",
  "approval.decided": "approval.decided",
  "run.state": "run.state",
  "conversation.created": "conversation.updated",
  "conversation.updated": "conversation.updated",
  "conversation.deleted": "conversation.updated",
  "message.queued": "conversation.updated",
  "message.unqueued": "conversation.updated",
};

const cursorSchema = z.coerce.number().int().min(0);

async function* events(items: AsyncIterable<FeedItem>): AsyncGenerator<ServerSentEvent> {
  for await (const { cursor, event } of items) {
    const type = event ? told[event.type as AuditType] : undefined;
    if (!event) yield { id: String(cursor) };
    if (!event || !type) continue;
    yield {
      id: String(cursor),
      event: type,
      data: {
        type,
        id: String(event.sequence),
        conversationId: event.conversation_id,
        runId: event.run_id,
        approvalId: event.approval_id,
        state: event.state,
      },
    };
  }
}

export const eventRoutes = [
  defineRoute({
    method: "GET",
    path: "/events",
    summary: "What happens, as it happens; Last-Event-ID continues, and may repeat, never omit",
    answers: { 200: "event-stream" },
    handle: async ({ feed, request, signal }) => {
      const given = lastEventId(request);
      const after = given === null ? null : cursorSchema.safeParse(given);
      if (after && !after.success) {
        throw new AppError("invalid", "Last-Event-ID: must be the id of an event", {
          field: "Last-Event-ID",
        });
      }
      return { events: events(feed.follow(after?.data ?? null, signal)) };
    },
  }),
];
