-- A row that is updated soon after it was written finds room on its page, and then no index is touched.
ALTER TABLE "calls" SET (fillfactor = 50);--> statement-breakpoint
ALTER TABLE "runs" SET (fillfactor = 50);--> statement-breakpoint
ALTER TABLE "approvals" SET (fillfactor = 50);
