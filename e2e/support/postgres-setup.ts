import { type PostgresServer, startPostgresServer } from "./postgres-server.ts";

type Shared = { users: number; server: Promise<PostgresServer> };
const slot = globalThis as { countersignTestPostgres?: Shared | undefined };

/**
 * Provides `TEST_DATABASE_URL` to the workers, which start after it. Each vitest project loads this file on
 * its own, and all of them share one server.
 */
export default async function setup(): Promise<() => Promise<void>> {
  if (process.env.TEST_DATABASE_URL && !slot.countersignTestPostgres) return async () => undefined;
  slot.countersignTestPostgres ??= { users: 0, server: startPostgresServer() };
  const shared = slot.countersignTestPostgres;
  shared.users += 1;
  const server = await shared.server;
  process.env.TEST_DATABASE_URL = server.url;
  return async () => {
    shared.users -= 1;
    if (shared.users > 0) return;
    slot.countersignTestPostgres = undefined;
    delete process.env.TEST_DATABASE_URL;
    await server.stop();
  };
}
