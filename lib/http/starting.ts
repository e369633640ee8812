import type { IncomingMessage, ServerResponse } from "node:http";
import { isForeign } from "../auth/same-origin.ts";
import { AppError } from "../errors.ts";
import { setSecurityHeaders } from "./security-headers.ts";
import { sendError, sendJson } from "./send.ts";

/** What is answered until everything is open: alive, and nothing else yet. */
export function answerStarting(request: IncomingMessage, response: ServerResponse): void {
  setSecurityHeaders(response);
  if (isForeign(request.headers, request.socket.localPort ?? 0)) {
    sendError(response, new AppError("forbidden", "This request is meant for another host."));
  } else if (request.url?.split("?")[0] === "/healthz") {
    sendJson(response, 200, { ok: true });
  } else {
    const message = "Countersign is starting. Try again in a moment.";
    sendError(response, new AppError("unavailable", message, { retryAfterSeconds: 1 }));
  }
}
