import type { Server } from "@modelcontextprotocol/server";
import type { Principal } from "../auth/principal.ts";
import { storableText } from "../policy/storable-text.ts";
import type { Caller } from "./gate.ts";

const mostCharacters = 200;

const short = (text: string) => storableText(text.slice(0, mostCharacters));

/** What the client says of itself is kept to be read by people; nothing is decided by it. */
export function callerOf(server: Server, principal: Principal): Caller {
  const told = server.getClientVersion();
  return {
    principal,
    client: told ? { name: short(told.name), version: short(told.version) } : null,
  };
}

/** Forms are what we ask with. A declaration without any mode is the older way to say so. */
export function canAsk(server: Server): boolean {
  const elicitation = server.getClientCapabilities()?.elicitation;
  if (!elicitation) return false;
  return elicitation.form !== undefined || elicitation.url === undefined;
}
