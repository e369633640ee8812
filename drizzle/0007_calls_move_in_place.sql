DROP INDEX "calls_approved_outside";--> statement-breakpoint
ALTER TABLE "stream_log" ALTER COLUMN "chunks" SET DATA TYPE json;