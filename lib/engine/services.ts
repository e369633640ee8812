import { createHmac } from "node:crypto";
import { createSeal, type Seal } from "../auth/seal.ts";
import type { Config } from "../config.ts";
import type { Database } from "../db/client.ts";
import { newId } from "../db/new-id.ts";
import { createEvents } from "../events/events.ts";
import type { Network } from "../mcp-client/network.ts";
import { isOwnAddress } from "../mcp-client/own-address.ts";
import { createModels } from "../models/models.ts";
import { createRunStreams } from "../runs/run-streams.ts";
import type { RunServices } from "../runs/services.ts";
import { createWorkingRuns } from "../runs/working-runs.ts";
import type { AuthoredToolHost } from "../tools/authored/create-authored-tool.ts";
import { createSandboxPool } from "../tools/authored/sandbox-pool.ts";
import { publicNetwork } from "../tools/built-in/checked-address.ts";
import { createBuiltInTools } from "../tools/built-in/create-built-in-tools.ts";
import { createRegistry, joinRegistries } from "../tools/registry.ts";
import { createVault, type Vault } from "../tools/secrets/vault.ts";
import { createServerSource, type ServerSource } from "../tools/servers/server-source.ts";
import { type AuthoredSource, createAuthoredSource } from "../tools/studio/authored-source.ts";
import { createToolSources } from "../tools/tool-sources.ts";
import type { Workspace } from "../tools/workspace/open-workspace.ts";

/** Where and as what this installation runs. */
export type Installation = { secret: string; url: string; port: number; version: string };

/** Everything that the verbs need of the world, made once for this process. */
export type Services = RunServices & {
  workspace: Workspace;
  maximumRuns: number;
  seal: Seal;
  secrets: Vault;
  sandbox: AuthoredToolHost;
  authored: AuthoredSource;
  servers: ServerSource;
  network: Network;
  /** Where the other instances listen: as much our own address as this one's. */
  otherInstancesListen(ports: readonly number[]): void;
  installationId: string;
  installation: Installation;
};

export function createServices(
  config: Config,
  database: Database,
  workspace: Workspace,
  installation: Installation,
): Services {
  const events = createEvents(database);
  const seal = createSeal(installation.secret);
  const installationId = createHmac("sha256", installation.secret).update("installation").digest("base64url");
  let otherPorts: readonly number[] = [];
  const network: Network = {
    ...publicNetwork,
    isOwn: (address, port) => isOwnAddress(address, port, [installation.port, ...otherPorts]),
  };
  const servers = createServerSource({
    database,
    events,
    seal,
    hooks: { network, installationId, version: installation.version },
    redirectUrl: `${installation.url}/oauth/callback`,
  });
  const secrets = createVault({ database, seal, events }, servers.credentials);
  const sandbox: AuthoredToolHost = {
    pool: createSandboxPool(),
    workspace,
    network: publicNetwork,
    readSecrets: async (names) => {
      const known = secrets.named();
      const set = names.filter((name) => Object.hasOwn(known, name));
      return Object.fromEntries(set.map((name) => [name, known[name] ?? ""]));
    },
  };
  const authored = createAuthoredSource(database, events, sandbox);
  const builtIn = createRegistry(createBuiltInTools({ workspace }));
  return {
    database,
    events,
    toolSources: createToolSources(database, [secrets, authored, servers]),
    registry: joinRegistries([builtIn, authored.registry, servers.registry]),
    models: createModels(config.openai),
    instanceId: newId(),
    streams: createRunStreams(),
    working: createWorkingRuns(),
    workspacePath: workspace.root,
    workspace,
    maximumRuns: config.maximumRuns,
    seal,
    secrets,
    sandbox,
    authored,
    servers,
    network,
    otherInstancesListen: (ports) => {
      otherPorts = ports;
    },
    installationId,
    installation,
  };
}
