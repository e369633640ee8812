import { UnauthorizedError } from "@modelcontextprotocol/client";
import { type CallOptions, type CallSession, callTool } from "./call-tool.ts";
import type { UpstreamTool } from "./definition.ts";
import { statusOf } from "./describe-failure.ts";
import { NotRunError, OutcomeUnknownError } from "./errors.ts";
import type { UpstreamResult } from "./result.ts";
import type { Session } from "./session.ts";

/** What a call may ask of its connection. */
type Through = {
  reach: (signal?: AbortSignal) => Promise<Session>;
  tool: () => UpstreamTool | undefined;
  session: (session: Session) => CallSession;
  onLost: (session: Session, error: unknown) => void;
  onDoubt: () => void;
};

/** One call through a connection. It is sent a second time only when the server said that it does not know our session. */
export async function callThrough(
  through: Through,
  originalName: string,
  input: Record<string, unknown>,
  options: CallOptions,
): Promise<UpstreamResult> {
  for (let sent = 0; ; sent += 1) {
    const session = await through.reach(options.signal);
    const tool = known(through.tool(), originalName, options);
    try {
      return await callTool(through.session(session), tool, input, options);
    } catch (error) {
      const cause = error instanceof Error ? error.cause : undefined;
      if (cause instanceof UnauthorizedError) through.onLost(session, cause);
      else if (error instanceof NotRunError && statusOf(cause) === 404) {
        through.onLost(session, cause);
        if (sent === 0) continue;
      } else if (
        error instanceof NotRunError ||
        (error instanceof OutcomeUnknownError && error.reason === "lost")
      ) {
        through.onDoubt();
      }
      throw error;
    }
  }
}

/** The tool as it is listed now: what was reviewed, not what it may have become while the server was away. */
function known(
  tool: UpstreamTool | undefined,
  originalName: string,
  { fingerprint }: CallOptions,
): UpstreamTool {
  if (!tool) throw new NotRunError(`The server has no tool ${JSON.stringify(originalName)} any more.`);
  if (tool.unusable !== null) throw new NotRunError(tool.unusable);
  if (fingerprint !== undefined && fingerprint !== tool.fingerprint) {
    throw new NotRunError("The tool's definition changed since it was reviewed.");
  }
  return tool;
}
