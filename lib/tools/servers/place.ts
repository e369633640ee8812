import { createHash } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import type { ServerRow } from "./server-row.ts";
import type { ServerPatch } from "./server-schema.ts";

type Place = Pick<ServerRow, "url" | "command" | "args">;

/** Another address, or another program: what was agreed with the old one, and who vouched for it, does not hold there. */
export function isElsewhere(before: Place, patch: Pick<ServerPatch, "url" | "command" | "args">): boolean {
  const { url = before.url, command = before.command, args = before.args } = patch;
  return !isDeepStrictEqual(placeOf(before), placeOf({ url, command, args }));
}

/** By which a call is known to be of this definition, and of this server: another one may say the same of itself. */
export const pinOf = (server: Place, fingerprint: string): string =>
  `sha256:${createHash("sha256")
    .update(JSON.stringify([placeOf(server), fingerprint]))
    .digest("hex")}`;

function placeOf({ url, command, args }: Place): unknown {
  if (url === null) return [command, args];
  // With its path: one host may serve many, each under its own.
  return URL.canParse(url) ? sentTo(new URL(url)) : url;
}

const sentTo = ({ origin, pathname, search }: URL): string => `${origin}${pathname}${search}`;
