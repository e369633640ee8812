import { randomBytes } from "node:crypto";
import type { ServerResponse } from "node:http";

/** What every answer carries, whatever it is. */
export function setSecurityHeaders(response: ServerResponse): void {
  response.setHeader("x-content-type-options", "nosniff");
  response.setHeader("x-frame-options", "DENY");
  // Our own pages say to us where a decision was made; nobody else is told anything.
  response.setHeader("referrer-policy", "same-origin");
  response.setHeader("cross-origin-opener-policy", "same-origin");
  response.setHeader("cross-origin-resource-policy", "same-origin");
  response.setHeader("permissions-policy", "camera=(), microphone=(), geolocation=()");
}

/**
 * The policy of a page: scripts only with this answer's nonce. Pictures may come from anywhere, because one that a
 * person clicked to load does; none loads by itself. Development needs eval and the socket of the bundler.
 */
export function contentSecurityPolicy(development: boolean): string {
  const nonce = `'nonce-${randomBytes(16).toString("base64")}'`;
  return [
    "default-src 'none'",
    `script-src 'self' ${nonce} 'strict-dynamic'${development ? " 'unsafe-eval'" : ""}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: http: https:",
    "font-src 'self'",
    `connect-src 'self'${development ? " ws:" : ""}`,
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join("; ");
}

/** For everything that is no page: nothing in it is ever to be run or shown as one. */
export const closedPolicy = "default-src 'none'; frame-ancestors 'none'";
