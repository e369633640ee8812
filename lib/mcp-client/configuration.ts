import { runBudget } from "../policy/budget.ts";
import type { CallLimits } from "./call-clock.ts";
import type { Clock } from "./clock.ts";
import type { UpstreamTool } from "./definition.ts";
import type { Hide } from "./hide.ts";
import type { Network } from "./network.ts";
import type { SignInStore } from "./sign-in.ts";

/** One upstream server as a person set it up. Either a URL or a command. */
export type ServerConfiguration = {
  id: string;
  /** `[a-z0-9-]{1,32}`: the first half of the names of its tools. */
  name: string;
  url?: string;
  headers?: Record<string, string>;
  command?: string;
  args?: string[];
  env?: Record<string, string>;
  allowPrivateAddress?: boolean;
  /** How long a call may be silent; progress begins it anew. */
  timeoutSeconds?: number;
};

export type ConnectionState = "connecting" | "ready" | "failed" | "needs_sign_in" | "disabled";

/** What can be seen of a connection at one moment. */
export type ConnectionSnapshot = {
  id: string;
  name: string;
  state: ConnectionState;
  /** The last error as one sentence; kept while it is tried again, null once it is ready. */
  error: string | null;
  /** Where a person has to go while it needs a sign-in. */
  authorizationUrl: string | null;
  /** As listed last, also while it is not connected. */
  tools: readonly UpstreamTool[];
  /** What of the list was left out or cannot be used. */
  problems: readonly string[];
  transport: "http" | "sse" | "stdio" | null;
  protocolVersion: string | null;
};

/** What the room needs from outside. */
export type ConnectionHooks = {
  network: Network;
  installationId: string;
  version: string;
  onChange?: (snapshot: ConnectionSnapshot) => void;
  /** Without it a server that wants a sign-in fails with a sentence that says so. */
  signIn?: { redirectUrl: string; store: (serverId: string) => SignInStore };
  /** For what a server says in place of connecting, and the names of its tools; a call brings its own. */
  hide?: Hide;
  clock?: Clock;
  connectSeconds?: number;
};

export const connectMilliseconds = ({ connectSeconds = 15 }: ConnectionHooks): number =>
  connectSeconds * 1_000;

/** Progress begins the silence anew; what a whole run may work, one call cannot outlast by it. */
export const callLimits = ({ timeoutSeconds = 60 }: ServerConfiguration): CallLimits => ({
  silentMilliseconds: timeoutSeconds * 1_000,
  longestMilliseconds: Math.max(runBudget.workingMilliseconds, timeoutSeconds * 1_000),
});

export const initialSnapshot = ({ id, name }: ServerConfiguration): ConnectionSnapshot => ({
  id,
  name,
  state: "disabled",
  error: null,
  authorizationUrl: null,
  tools: [],
  problems: [],
  transport: null,
  protocolVersion: null,
});
