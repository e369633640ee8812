import type { Seal } from "../../auth/seal.ts";
import type { Database } from "../../db/client.ts";
import type { Events } from "../../events/events.ts";
import type { Network } from "../../mcp-client/network.ts";
import type { ServerSource } from "./server-source.ts";

/** What the verbs on servers need of the world. */
export type ServerServices = {
  database: Database;
  events: Events;
  seal: Seal;
  servers: ServerSource;
  network: Network;
  installationId: string;
};
