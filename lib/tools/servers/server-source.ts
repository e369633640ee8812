import type { Seal } from "../../auth/seal.ts";
import type { Database } from "../../db/client.ts";
import { sql } from "../../db/sql.ts";
import type { Events } from "../../events/events.ts";
import { log } from "../../log.ts";
import { backOff, realClock } from "../../mcp-client/clock.ts";
import type { ConnectionHooks } from "../../mcp-client/configuration.ts";
import type { Connection } from "../../mcp-client/connection.ts";
import type { UpstreamTool } from "../../mcp-client/definition.ts";
import { createPool, type Pool } from "../../mcp-client/pool.ts";
import type { SignInStore } from "../../mcp-client/sign-in.ts";
import { maskSecrets } from "../authored/mask-secrets.ts";
import { createTurns } from "../in-turn.ts";
import { createRegistry, type Registry } from "../registry.ts";
import { unmatchedNames } from "./check-selectors.ts";
import { namedCredentials } from "./named-credentials.ts";
import { rememberTools, type ServerToolRow } from "./remember-tools.ts";
import { configurationOf, type ServerRow } from "./server-row.ts";
import { createSignInStore } from "./sign-in-store.ts";
import { wrapTool } from "./wrap-tool.ts";

export type ServerSource = {
  registry: Registry;
  pool: Pool;
  /** The credentials among headers and environments, and what sign-ins gave: masked wherever they come back. */
  credentials(): Readonly<Record<string, string>>;
  reload(): Promise<void>;
  stop(): Promise<void>;
};

type Needs = {
  database: Database;
  events: Events;
  seal: Seal;
  hooks: Omit<ConnectionHooks, "signIn" | "onChange">;
  redirectUrl: string;
};

/** The tools of upstream servers, as they were last seen and as people reviewed them; connections beside. */
export function createServerSource({ database, events, seal, hooks, redirectUrl }: Needs): ServerSource {
  let registry = createRegistry([]);
  let credentials: Record<string, string> = {};
  /** A new token is masked from the moment that it is used, also where another instance was given it. */
  const knownAtOnce = (store: SignInStore): SignInStore => ({
    read: async () => {
      const record = await store.read();
      const token = record.tokens?.access_token;
      if (token !== undefined && !Object.values(credentials).includes(token)) await reload();
      return record;
    },
    update: async (change) => {
      await store.update(change);
      await reload();
    },
  });
  const pool = createPool({
    ...hooks,
    hide: (text) => maskSecrets(text, credentials),
    signIn: { redirectUrl, store: (serverId) => knownAtOnce(createSignInStore(database, seal, serverId)) },
  });

  const read = async () => {
    const [servers, tools] = await Promise.all([
      database.query<ServerRow>(sql`select * from servers order by name`),
      database.query<ServerToolRow & { listed: boolean }>(sql`select * from server_tools order by name`),
    ]);
    const byServer = Map.groupBy(tools, (row) => row.server_id);
    registry = createRegistry(
      servers.flatMap((server) => {
        const rows = byServer.get(server.id) ?? [];
        const known = rows.map((row) => row.original_name);
        const misnamed = unmatchedNames(server.require_approval, known).length > 0;
        return rows.filter(({ listed }) => listed).map((row) => wrapTool(server, row, { pool, misnamed }));
      }),
    );
    credentials = Object.fromEntries(servers.flatMap((server) => namedCredentials(seal, server)));
    pool.set(servers.filter(({ enabled }) => enabled).map((server) => configurationOf(seal, server)));
  };

  const turns = createTurns();
  const reload = () => turns.take(read);
  const warn = (what: string) => (error: unknown) => log.warn({ error: String(error) }, what);
  const clock = hooks.clock ?? realClock;
  /** Until it is done, or the server lists others or is another: a list that did not change is not told again. */
  const remember = (connection: Connection, tools: readonly UpstreamTool[], failures: number) => {
    const { id } = connection.configuration;
    const once = async () => {
      if (pool.get(id) !== connection || connection.snapshot().tools !== tools) return;
      await rememberTools(database, id, tools);
      await read();
      events.publish([{ kind: "tools" }]);
    };
    turns.take(once).catch((error) => {
      warn("a server's tools could not be remembered, and will be tried again")(error);
      clock.after(backOff(failures + 1, clock.random), () => remember(connection, tools, failures + 1));
    });
  };
  pool.onChange(({ id, state, tools }) => {
    const connection = pool.get(id);
    if (connection && state === "ready") remember(connection, tools, 0);
  });
  const unsubscribe = events.subscribe((signal) => {
    if (signal.kind === "tools") reload().catch(warn("the servers could not be read"));
    if (signal.kind === "server") pool.get(signal.serverId)?.tryAgain();
  });

  return {
    registry: { get: (name) => registry.get(name), list: () => registry.list() },
    pool,
    credentials: () => credentials,
    reload,
    async stop() {
      unsubscribe();
      await turns.done();
      await pool.stop();
    },
  };
}
