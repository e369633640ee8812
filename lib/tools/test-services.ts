import { createSeal } from "../auth/seal.ts";
import type { Database } from "../db/client.ts";
import { openTestDatabase } from "../db/test-database.ts";
import { createEvents } from "../events/events.ts";
import { testNetwork } from "../mcp-client/test-connection.ts";
import { createSandboxPool } from "./authored/sandbox-pool.ts";
import { createRegistry, joinRegistries, type Registry } from "./registry.ts";
import { createVault, type Vault } from "./secrets/vault.ts";
import type { ServerServices } from "./servers/server-services.ts";
import { createServerSource } from "./servers/server-source.ts";
import { createAuthoredSource } from "./studio/authored-source.ts";
import type { StudioServices } from "./studio/studio-services.ts";
import type { Tool } from "./tool.ts";
import { openWorkspace } from "./workspace/open-workspace.ts";

export type ToolStage = ServerServices &
  StudioServices & { database: Database; registry: Registry; secrets: Vault; close: () => Promise<void> };

export const builtIn: Tool = {
  name: "look",
  title: "Look",
  description: "Looks.",
  source: "built-in",
  inputSchema: { type: "object" },
  risk: "L0",
  asksByDefault: false,
  run: async () => null,
};

/** All sources of tools over a database of its own, as one instance has them. */
export async function openToolStage(workspace: string): Promise<ToolStage> {
  const { database, close } = await openTestDatabase();
  const events = createEvents(database);
  const seal = createSeal("a secret of the tests");
  const network = testNetwork();
  const installationId = "this installation";
  const hooks = { network, installationId, version: "0.0.0" };
  const servers = createServerSource({
    database,
    events,
    seal,
    hooks,
    redirectUrl: "http://127.0.0.1/oauth",
  });
  const secrets = createVault({ database, seal, events }, servers.credentials);
  const sandbox = {
    pool: createSandboxPool(),
    workspace: await openWorkspace(workspace),
    network,
    readSecrets: async () => ({}),
  };
  const authored = createAuthoredSource(database, events, sandbox);
  const registry = joinRegistries([createRegistry([builtIn]), authored.registry, servers.registry]);
  return {
    ...{ database, events, seal, network, installationId, servers, secrets, sandbox, authored, registry },
    close: async () => {
      await Promise.all([servers.stop(), sandbox.pool.close()]);
      await events.flush();
      await close();
    },
  };
}
