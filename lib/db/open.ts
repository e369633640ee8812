import type { Config } from "../config.ts";
import type { Database } from "./client.ts";

export async function openDatabase(
  config: Pick<Config, "databaseUrl" | "dataDirectory" | "leaseSeconds">,
): Promise<Database> {
  if (config.databaseUrl) {
    return (await import("./open-server.ts")).openServer(config.databaseUrl, config.leaseSeconds);
  }
  return (await import("./open-embedded.ts")).openEmbedded(config.dataDirectory);
}
