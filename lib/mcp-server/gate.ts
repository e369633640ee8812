import type { Caller } from "../approvals/schema.ts";

export type { Caller } from "../approvals/schema.ts";

export type ExposedTool = {
  /** The alias, else the tool's name. */
  name: string;
  title: string;
  description: string;
  inputSchema: Record<string, unknown>;
  readOnly: boolean;
  destructive: boolean;
};

/** How a call ended, or that it waits or runs on in the app. Everything but `result` was not run or is not known to have run. */
export type CallOutcome =
  | { kind: "result"; result: unknown }
  | { kind: "error"; message: string }
  | { kind: "pending"; approvalId: string; url: string; state: "pending" | "approved" | "executing" };

/** The question that the client is to put to its person; the call waits for the answer, until then. */
export type Asked = {
  kind: "ask";
  callId: string;
  prompt: string;
  argumentsDigest: string;
  expiresAt: string;
};

export type CallRequest = {
  name: string;
  arguments: unknown;
  caller: Caller;
  /** The client declared that it can ask its person. */
  canAsk: boolean;
  signal: AbortSignal;
};

export type ClientAnswer = {
  callId: string;
  name: string;
  arguments: unknown;
  caller: Caller;
  action: "accept" | "decline" | "cancel";
  signal: AbortSignal;
};

/** What stands between the protocol and the tools: the same policy, tables and door as in the chat. */
export type Gate = {
  list(): Promise<ExposedTool[]>;
  /** Judged and saved; runs at once where nothing asks. */
  request(request: CallRequest): Promise<CallOutcome | Asked>;
  /** What the client's person is asked about such a call, once more; null when the tool is not served any more. */
  prompt(call: Pick<CallRequest, "name" | "arguments">): Promise<string | null>;
  /**
   * Taken once, from the same principal, for the same tool and arguments, in time; everything else runs nothing, and a
   * repeat is told what became of the call.
   */
  answer(answer: ClientAnswer): Promise<CallOutcome>;
  /** The client is gone: what it was asked is cancelled, not run. */
  abandon(callId: string): Promise<void>;
};
