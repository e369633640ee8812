import { existsSync } from "node:fs";
import { cp, rename, rm } from "node:fs/promises";
import path from "node:path";
import { createTestDatabase } from "../../e2e/support/database.ts";
import { temporaryDirectory } from "../../e2e/support/temporary-directory.ts";
import type { Database } from "./client.ts";
import { openEmbedded } from "./open-embedded.ts";
import { openServer } from "./open-server.ts";

export const onServer = process.env.TEST_DATABASE === "postgres";

type Opened = { database: Database; close: () => Promise<void> };

/** A fresh, migrated database of the kind that this project tests: embedded in a folder, or on a real server. */
export const openTestDatabase = (): Promise<Opened> => (onServer ? openOnServer() : openInFolder());

async function openOnServer(): Promise<Opened> {
  const fresh = await createTestDatabase();
  const database = await openServer(fresh.url, 10);
  const close = async () => {
    await database.close();
    await fresh.drop();
  };
  return { database, close };
}

async function openInFolder(): Promise<Opened> {
  const folder = temporaryDirectory("embedded");
  // Under a root that the test run removes, one empty database is made and the others are copies: three times as fast.
  const root = process.env.TEST_DIRECTORY;
  if (root) await cp(await makeTemplate(path.join(root, "embedded-template")), folder, { recursive: true });
  const database = await openEmbedded(folder);
  const close = async () => {
    await database.close();
    await rm(folder, { recursive: true, force: true });
  };
  return { database, close };
}

async function makeTemplate(template: string): Promise<string> {
  if (existsSync(template)) return template;
  const made = temporaryDirectory("template");
  await (await openEmbedded(made)).close();
  await rename(made, template).catch(async (error) => {
    // Another worker was first: its is as good.
    await rm(made, { recursive: true, force: true });
    if (!existsSync(template)) throw error;
  });
  return template;
}
