import { ProtocolError, ProtocolErrorCode } from "@modelcontextprotocol/server";
import { log } from "../log.ts";

/** What went wrong inside is for the log; the protocol would send an error's own words to the client. */
export function internalError(error: unknown, told: string): ProtocolError {
  log.error({ err: error }, "a request to /mcp failed");
  return new ProtocolError(ProtocolErrorCode.InternalError, `Internal error: ${told}`);
}
