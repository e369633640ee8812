import { mkdir } from "node:fs/promises";
import path from "node:path";
import { PGlite, type Transaction } from "@electric-sql/pglite";
import { compile, type Database, type Executor, type Row } from "./client.ts";
import { holdFolder } from "./hold-folder.ts";
import { migrationsFolder } from "./migrations-folder.ts";
import { onEmbedded } from "./sql.ts";

const executor = (session: PGlite | Transaction): Executor => ({
  async query<T extends Row>(statement: Parameters<Executor["query"]>[0]) {
    const { text, parameters } = compile(statement);
    return (await session.query<T>(text, parameters)).rows;
  },
});

/** Postgres in a folder, in this process only: the folder is held as long as it is open. */
export async function openEmbedded(folder: string): Promise<Database> {
  await mkdir(folder, { recursive: true });
  const release = await holdFolder(folder);
  try {
    const client = await PGlite.create({ dataDir: path.join(folder, "database") });
    await client.exec("set time zone 'UTC'");
    const { drizzle, migrate } = onEmbedded();
    await migrate(drizzle(client), { migrationsFolder });
    return {
      kind: "embedded",
      ...executor(client),
      heartbeat: executor(client),
      transaction: (work) => client.transaction((transaction) => work(executor(transaction))),
      notify: async () => {},
      listen: async () => {},
      close: async () => {
        await client.close();
        await release();
      },
    };
  } catch (error) {
    await release();
    throw error;
  }
}
