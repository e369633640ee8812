import type { ServerResponse } from "node:http";
import { AppError, errorStatus } from "../errors.ts";
import { log } from "../log.ts";

export function sendJson(response: ServerResponse, status: number, body: unknown): void {
  if (body === undefined) {
    response.writeHead(status).end();
    return;
  }
  const text = JSON.stringify(body);
  response.writeHead(status, {
    "content-type": "application/json; charset=utf-8",
    "content-length": Buffer.byteLength(text),
    "cache-control": "no-store",
  });
  response.end(text);
}

/** Whatever was thrown, as the contract has it; what was not meant for people is logged and not told. */
export function sendError(response: ServerResponse, thrown: unknown): void {
  const error = thrown instanceof AppError ? thrown : unexpected(thrown);
  if (response.headersSent) {
    response.destroy();
    return;
  }
  const { code, message, field, details, retryAfterSeconds } = error;
  if (retryAfterSeconds !== undefined) response.setHeader("retry-after", String(retryAfterSeconds));
  // The rest of a body that was not read would be taken for the next request.
  if (code === "too_large") response.setHeader("connection", "close");
  const body = { code, message, ...(field && { field }), ...(details && { details }) };
  sendJson(response, errorStatus[code], { error: body });
}

function unexpected(thrown: unknown): AppError {
  log.error({ error: thrown instanceof Error ? thrown.stack : String(thrown) }, "a request failed");
  return new AppError(
    "internal",
    "Something went wrong on the server. Look at what stands before you try again.",
  );
}
