DROP INDEX "approvals_by_time";--> statement-breakpoint
DROP INDEX "conversations_by_recency";--> statement-breakpoint
DROP INDEX "runs_of_conversation";--> statement-breakpoint
CREATE INDEX "approvals_by_time" ON "approvals" USING btree ("requested_at","id");--> statement-breakpoint
CREATE INDEX "conversations_by_recency" ON "conversations" USING btree ("updated_at","id") WHERE "conversations"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "runs_of_conversation" ON "runs" USING btree ("conversation_id","started_at");