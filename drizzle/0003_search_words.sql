DROP INDEX "conversations_by_title";--> statement-breakpoint
DROP INDEX "messages_by_words";--> statement-breakpoint
DROP INDEX "steps_by_words";--> statement-breakpoint
ALTER TABLE "decisions" ADD COLUMN "arguments_digest" text;--> statement-breakpoint
UPDATE "decisions" SET "arguments_digest" = "calls"."arguments_digest" FROM "approvals" JOIN "calls" ON "calls"."id" = "approvals"."call_id" WHERE "approvals"."id" = "decisions"."approval_id";--> statement-breakpoint
CREATE INDEX "conversations_by_title" ON "conversations" USING gin (to_tsvector('simple', regexp_replace(left("title", 150000), '[!-/:-@[-`{-~]+', ' ', 'g'))) WHERE "conversations"."renamed";--> statement-breakpoint
CREATE INDEX "messages_by_words" ON "messages" USING gin (to_tsvector('simple', regexp_replace(left("text", 150000), '[!-/:-@[-`{-~]+', ' ', 'g'))) WHERE "messages"."text" <> '';--> statement-breakpoint
CREATE INDEX "steps_by_words" ON "steps" USING gin (to_tsvector('simple', regexp_replace(left("text", 150000), '[!-/:-@[-`{-~]+', ' ', 'g'))) WHERE "steps"."text" <> '';