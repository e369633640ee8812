import type { IncomingMessage } from "node:http";

/** Where a client that comes back left off, as its browser says. */
export function lastEventId(request: IncomingMessage): string | null {
  const value = request.headers["last-event-id"];
  return typeof value === "string" && value !== "" ? value : null;
}
