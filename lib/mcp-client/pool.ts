import { isDeepStrictEqual } from "node:util";
import type { CallOptions } from "./call-tool.ts";
import type { ConnectionHooks, ConnectionSnapshot, ServerConfiguration } from "./configuration.ts";
import { type Connection, createConnection } from "./connection.ts";
import type { UpstreamTool } from "./definition.ts";
import { NotRunError } from "./errors.ts";
import type { UpstreamResult } from "./result.ts";

export type PoolTool = UpstreamTool & { serverId: string; serverName: string };

export type Pool = {
  /** Makes the connections be these: new ones are started, changed ones replaced, others let go. Returns at once. */
  set: (configurations: readonly ServerConfiguration[]) => void;
  get: (serverId: string) => Connection | undefined;
  snapshots: () => ConnectionSnapshot[];
  /** The tools of all servers as listed last, also of those that are away for the moment. */
  tools: () => PoolTool[];
  callTool: (
    serverId: string,
    originalName: string,
    input: Record<string, unknown>,
    options?: CallOptions,
  ) => Promise<UpstreamResult>;
  /** Tells of each change of a connection; the answer ends it. */
  onChange: (listener: (snapshot: ConnectionSnapshot) => void) => () => void;
  stop: () => Promise<void>;
};

/** Many connections side by side: each fails, waits and comes back on its own. */
export function createPool(hooks: ConnectionHooks): Pool {
  const connections = new Map<string, Connection>();
  const leaving = new Set<Promise<void>>();
  const listeners = new Set<(snapshot: ConnectionSnapshot) => void>();

  const tell = (snapshot: ConnectionSnapshot) => {
    hooks.onChange?.(snapshot);
    for (const listener of listeners) listener(snapshot);
  };
  const letGo = (connection: Connection) => {
    connections.delete(connection.configuration.id);
    const stopped = connection.stop().finally(() => leaving.delete(stopped));
    leaving.add(stopped);
  };
  const add = (configuration: ServerConfiguration) => {
    const connection = createConnection(configuration, {
      ...hooks,
      onChange: (snapshot) => {
        if (connections.get(configuration.id) === connection) tell(snapshot);
      },
    });
    connections.set(configuration.id, connection);
    connection.start();
  };

  return {
    set: (configurations) => {
      const wanted = new Map(configurations.map((configuration) => [configuration.id, configuration]));
      for (const connection of [...connections.values()]) {
        if (!isDeepStrictEqual(wanted.get(connection.configuration.id), connection.configuration))
          letGo(connection);
      }
      for (const configuration of wanted.values()) {
        if (!connections.has(configuration.id)) add(structuredClone(configuration));
      }
    },
    get: (serverId) => connections.get(serverId),
    snapshots: () => [...connections.values()].map((connection) => connection.snapshot()),
    tools: () =>
      [...connections.values()].flatMap((connection) => {
        const { id, name, tools } = connection.snapshot();
        return tools.map((tool) => ({ ...tool, serverId: id, serverName: name }));
      }),
    callTool: async (serverId, originalName, input, options) => {
      const connection = connections.get(serverId);
      if (!connection) throw new NotRunError("The server of this tool was removed.");
      return connection.callTool(originalName, input, options);
    },
    onChange: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    stop: async () => {
      for (const connection of [...connections.values()]) letGo(connection);
      await Promise.all(leaving);
    },
  };
}
