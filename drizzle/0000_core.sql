CREATE TABLE "approvals" (
	"id" text PRIMARY KEY NOT NULL,
	"call_id" text NOT NULL,
	"run_id" text,
	"conversation_id" text,
	"kind" text DEFAULT 'approval' NOT NULL,
	"asked_of" text DEFAULT 'app' NOT NULL,
	"tool_name" text NOT NULL,
	"risk" text NOT NULL,
	"prompt" text,
	"preview" jsonb,
	"required" integer DEFAULT 1 NOT NULL,
	"requested_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone,
	"status" text NOT NULL,
	CONSTRAINT "approvals_call_id_unique" UNIQUE("call_id")
);
--> statement-breakpoint
CREATE TABLE "audit" (
	"sequence" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "audit_sequence_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"type" text NOT NULL,
	"actor" text NOT NULL,
	"conversation_id" text,
	"run_id" text,
	"call_id" text,
	"approval_id" text,
	"state" text,
	"data" jsonb
);
--> statement-breakpoint
CREATE TABLE "authored_tools" (
	"name" text PRIMARY KEY NOT NULL,
	"version" integer NOT NULL,
	"deleted_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "authored_versions" (
	"tool_name" text NOT NULL,
	"version" integer NOT NULL,
	"description" text NOT NULL,
	"input_schema" jsonb NOT NULL,
	"code" text NOT NULL,
	"capabilities" jsonb NOT NULL,
	"published_by" text NOT NULL,
	"published_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "authored_versions_tool_name_version_pk" PRIMARY KEY("tool_name","version")
);
--> statement-breakpoint
CREATE TABLE "calls" (
	"id" text PRIMARY KEY NOT NULL,
	"run_id" text,
	"conversation_id" text,
	"step" integer,
	"position" integer,
	"tool_call_id" text,
	"tool" jsonb NOT NULL,
	"tool_name" text NOT NULL,
	"arguments" text NOT NULL,
	"arguments_digest" text NOT NULL,
	"because" jsonb NOT NULL,
	"ground" text,
	"tool_fingerprint" text,
	"caller" jsonb,
	"requested_at" timestamp with time zone DEFAULT now() NOT NULL,
	"state" text NOT NULL,
	"result" jsonb,
	"error" text,
	"note" text,
	"owner" text,
	"epoch" integer DEFAULT 0 NOT NULL,
	"open_key" text,
	"started_at" timestamp with time zone,
	"ended_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "conversations" (
	"id" text PRIMARY KEY NOT NULL,
	"title" text NOT NULL,
	"renamed" boolean DEFAULT false NOT NULL,
	"agent" text DEFAULT 'default' NOT NULL,
	"mode" text DEFAULT 'as_flagged' NOT NULL,
	"model" text,
	"tools" jsonb,
	"queued_text" text,
	"queued_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "decisions" (
	"approval_id" text NOT NULL,
	"by_id" text NOT NULL,
	"by_name" text NOT NULL,
	"decision" text NOT NULL,
	"reason" text,
	"answers" jsonb,
	"channel" text NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "decisions_approval_id_by_id_decision_pk" PRIMARY KEY("approval_id","by_id","decision")
);
--> statement-breakpoint
CREATE TABLE "instances" (
	"id" text PRIMARY KEY NOT NULL,
	"started_at" timestamp with time zone DEFAULT now() NOT NULL,
	"beat_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "mcp_clients" (
	"principal_id" text NOT NULL,
	"name" text NOT NULL,
	"version" text NOT NULL,
	"seen_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "mcp_clients_principal_id_name_version_pk" PRIMARY KEY("principal_id","name","version")
);
--> statement-breakpoint
CREATE TABLE "messages" (
	"id" text NOT NULL,
	"conversation_id" text NOT NULL,
	"sequence" bigint GENERATED ALWAYS AS IDENTITY (sequence name "messages_sequence_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"role" text NOT NULL,
	"run_id" text NOT NULL,
	"text" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "messages_conversation_id_sequence_pk" PRIMARY KEY("conversation_id","sequence")
);
--> statement-breakpoint
CREATE TABLE "runs" (
	"id" text PRIMARY KEY NOT NULL,
	"conversation_id" text NOT NULL,
	"assistant_message_id" text NOT NULL,
	"started_at" timestamp with time zone DEFAULT now() NOT NULL,
	"state" text NOT NULL,
	"owner" text,
	"epoch" integer DEFAULT 1 NOT NULL,
	"open" integer DEFAULT 0 NOT NULL,
	"executing" integer DEFAULT 0 NOT NULL,
	"step_count" integer DEFAULT 0 NOT NULL,
	"working_milliseconds" integer DEFAULT 0 NOT NULL,
	"error" jsonb,
	"ended_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "secrets" (
	"name" text PRIMARY KEY NOT NULL,
	"sealed" text NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "server_tools" (
	"server_id" text NOT NULL,
	"original_name" text NOT NULL,
	"name" text PRIMARY KEY NOT NULL,
	"definition" jsonb NOT NULL,
	"fingerprint" text NOT NULL,
	"reviewed" jsonb NOT NULL,
	"reviewed_fingerprint" text NOT NULL,
	"listed" boolean DEFAULT true NOT NULL,
	"seen_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "servers" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"url" text,
	"command" text,
	"args" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"sealed" text,
	"enabled" boolean DEFAULT true NOT NULL,
	"trusted" boolean DEFAULT false NOT NULL,
	"allow_private_address" boolean DEFAULT false NOT NULL,
	"tools" jsonb DEFAULT '["@all"]'::jsonb NOT NULL,
	"require_approval" jsonb,
	"timeout_seconds" integer,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "servers_name_unique" UNIQUE("name")
);
--> statement-breakpoint
CREATE TABLE "steps" (
	"run_id" text NOT NULL,
	"index" integer NOT NULL,
	"conversation_id" text NOT NULL,
	"parts" jsonb NOT NULL,
	"text" text NOT NULL,
	"finish_reason" text,
	"cut_off" boolean DEFAULT false NOT NULL,
	"notices" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "steps_conversation_id_run_id_index_pk" PRIMARY KEY("conversation_id","run_id","index")
);
--> statement-breakpoint
CREATE TABLE "stream_log" (
	"run_id" text NOT NULL,
	"epoch" integer NOT NULL,
	"first" integer NOT NULL,
	"last" integer NOT NULL,
	"step" integer NOT NULL,
	"chunks" jsonb NOT NULL,
	CONSTRAINT "stream_log_run_id_epoch_first_pk" PRIMARY KEY("run_id","epoch","first")
);
--> statement-breakpoint
CREATE TABLE "tool_settings" (
	"tool_name" text PRIMARY KEY NOT NULL,
	"enabled" boolean,
	"risk" text,
	"approval_mode" text,
	"prompt" text,
	"timeout_seconds" integer,
	"exposed" boolean,
	"alias" text,
	"outside" text,
	"elicitation_seconds" integer,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "tool_settings_alias_unique" UNIQUE("alias")
);
--> statement-breakpoint
ALTER TABLE "authored_versions" ADD CONSTRAINT "authored_versions_tool_name_authored_tools_name_fk" FOREIGN KEY ("tool_name") REFERENCES "public"."authored_tools"("name") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "server_tools" ADD CONSTRAINT "server_tools_server_id_servers_id_fk" FOREIGN KEY ("server_id") REFERENCES "public"."servers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "approvals_by_time" ON "approvals" USING btree ("requested_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "approvals_pending" ON "approvals" USING btree ("conversation_id") WHERE "approvals"."status" = 'pending';--> statement-breakpoint
CREATE INDEX "approvals_due" ON "approvals" USING btree ("expires_at") WHERE "approvals"."status" = 'pending' and "approvals"."expires_at" is not null;--> statement-breakpoint
CREATE INDEX "calls_of_conversation" ON "calls" USING btree ("conversation_id","run_id","step","position");--> statement-breakpoint
CREATE UNIQUE INDEX "calls_one_open" ON "calls" USING btree ("open_key") WHERE "calls"."open_key" is not null;--> statement-breakpoint
CREATE INDEX "calls_owned" ON "calls" USING btree ("owner") WHERE "calls"."owner" is not null;--> statement-breakpoint
CREATE INDEX "conversations_by_recency" ON "conversations" USING btree ("updated_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE "conversations"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "conversations_by_title" ON "conversations" USING gin (to_tsvector('simple', "title")) WHERE "conversations"."renamed";--> statement-breakpoint
CREATE INDEX "messages_by_words" ON "messages" USING gin (to_tsvector('simple', left("text", 50000))) WHERE "messages"."text" <> '';--> statement-breakpoint
CREATE UNIQUE INDEX "runs_one_active" ON "runs" USING btree ("conversation_id") WHERE "runs"."ended_at" is null;--> statement-breakpoint
CREATE INDEX "runs_of_conversation" ON "runs" USING btree ("conversation_id","started_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "server_tools_of_server" ON "server_tools" USING btree ("server_id");--> statement-breakpoint
CREATE INDEX "steps_by_words" ON "steps" USING gin (to_tsvector('simple', left("text", 50000))) WHERE "steps"."text" <> '';