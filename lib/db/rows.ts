import type { ApprovalStatus, Caller, Channel, Decision, Preview } from "../approvals/schema.ts";
import type { Risk } from "../policy/risk.ts";
import type { CallState, RunState } from "../runs/schema.ts";
import type { Outside } from "../tools/schema.ts";

/** Rows as `to_jsonb` gives them: the columns of the schema, times as text. */
export type CallRow = {
  id: string;
  run_id: string | null;
  conversation_id: string | null;
  step: number | null;
  position: number | null;
  tool_call_id: string | null;
  tool: { name: string; title: string; source: string | null; risk: Risk };
  tool_name: string;
  arguments: string;
  arguments_digest: string;
  state: CallState;
  because: string[];
  ground: string | null;
  tool_fingerprint: string | null;
  result: unknown;
  error: string | null;
  note: string | null;
  caller: Caller | null;
  owner: string | null;
  epoch: number;
  open_key: string | null;
  requested_at: string;
  started_at: string | null;
  ended_at: string | null;
};

export type ApprovalRow = {
  id: string;
  call_id: string;
  run_id: string | null;
  conversation_id: string | null;
  kind: "approval" | "question";
  asked_of: "app" | "client";
  tool_name: string;
  risk: Risk;
  /** Null is the default question. */
  prompt: string | null;
  preview: Preview | null;
  status: ApprovalStatus;
  required: number;
  requested_at: string;
  expires_at: string | null;
};

export type DecisionRow = {
  approval_id: string;
  by_id: string;
  by_name: string;
  decision: Decision["decision"];
  reason: string | null;
  answers: string[][] | null;
  arguments_digest: string | null;
  channel: Channel;
  at: string;
};

export type RunRow = {
  id: string;
  conversation_id: string;
  assistant_message_id: string;
  state: RunState;
  owner: string | null;
  epoch: number;
  open: number;
  executing: number;
  step_count: number;
  working_milliseconds: number;
  error: { code: string; message: string } | null;
  started_at: string;
  ended_at: string | null;
};

/** What a person set; null is the tool's own default. */
export type ToolSettingsRow = {
  tool_name: string;
  enabled: boolean | null;
  risk: Risk | null;
  approval_mode: "required" | "disabled" | null;
  prompt: string | null;
  timeout_seconds: number | null;
  exposed: boolean | null;
  alias: string | null;
  outside: Outside | null;
  elicitation_seconds: number | null;
};
