import type { IncomingHttpHeaders } from "node:http";
import type { Channel } from "../approvals/schema.ts";
import type { Identity } from "../auth/session.ts";

/** Where a request was made: scripts carry the token, a browser says itself which page it is on. */
export function channelOf(
  identity: Identity | null,
  { referer = "", host }: Pick<IncomingHttpHeaders, "referer" | "host">,
): Channel {
  if (identity?.by !== "cookie") return "api";
  const page = URL.canParse(referer) ? new URL(referer) : null;
  return page?.host === host && /^\/approvals(\/|$)/.test(page?.pathname ?? "") ? "inbox" : "chat";
}
