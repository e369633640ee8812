import { AppError } from "../../errors.ts";
import type { Connection } from "../../mcp-client/connection.ts";
import { RefusedError } from "../../mcp-client/errors.ts";
import { serverOfState } from "../../mcp-client/sign-in.ts";
import { getServer } from "./list-servers.ts";
import type { ServerView } from "./server-schema.ts";
import type { ServerServices } from "./server-services.ts";

function connectionOf({ servers }: ServerServices, id: string): Connection {
  const connection = servers.pool.get(id);
  if (!connection) throw new AppError("conflict", "This server is switched off.");
  return connection;
}

/** Tries again at once, instead of when its time has come: here, and wherever else it is not connected. */
export async function reconnectServer(services: ServerServices, id: string): Promise<ServerView> {
  await getServer(services, id);
  connectionOf(services, id).reconnect();
  services.events.publish([{ kind: "server", serverId: id }]);
  return getServer(services, id);
}

/** What a person brought back from the sign-in at a server. The state names the server, and is consumed once. */
export async function finishServerSignIn(
  services: ServerServices,
  callback: { code: string; state: string; issuer?: string | undefined },
): Promise<ServerView> {
  const id = serverOfState(callback.state);
  await getServer(services, id);
  const { code, state, issuer } = callback;
  try {
    await connectionOf(services, id).finishSignIn({ code, state, ...(issuer && { issuer }) });
  } catch (error) {
    if (error instanceof RefusedError) throw new AppError("invalid", error.message, { field: "state" });
    throw error;
  }
  services.events.publish([{ kind: "server", serverId: id }]);
  return getServer(services, id);
}
