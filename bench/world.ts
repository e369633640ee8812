import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import postgres from "postgres";
import { type PostgresServer, startPostgresServer } from "../e2e/support/postgres-server.ts";
import { type Server, startServer } from "../e2e/support/server.ts";
import { type Effects, watchEffects } from "./effects.ts";
import { floorSide } from "./floor-side.ts";
import { heapProbe } from "./heap.ts";
import { productSide } from "./product-side.ts";
import type { Side } from "./side.ts";
import { type Started, startProcess } from "./start-process.ts";

export type Sized = { heap: () => Promise<number> };

/** Both sides, their provider and their database server, each in a process of its own. */
export type World = {
  folder: string;
  postgres: PostgresServer;
  provider: Started;
  floorUrl: string;
  floor: Side & Sized;
  product: Side & Sized;
  productServer: Server;
  newDatabase: (name: string) => Promise<string>;
  /** Another instance of the product, on a database of its own unless told. */
  startProduct: (database: string, env?: Record<string, string>) => Promise<Server>;
  close: () => Promise<void>;
};

export async function openWorld(): Promise<World> {
  const folder = mkdtempSync(path.join(tmpdir(), "countersign-bench-"));
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  // Default durability: every commit waits for the disk, on both sides.
  const server = await startPostgresServer({ durable: true });
  const provider = await startProcess("provider.ts");
  const newDatabase = (name: string) => createDatabase(server.url, name);
  const startProduct = (database: string, env: Record<string, string> = {}) => {
    const dataDir = mkdtempSync(path.join(folder, "data-"));
    return startServer({ database, dataDir, env: { ...productEnvironment(provider.url), ...env } });
  };

  const floorFolder = path.join(folder, "floor-workspace");
  const floorEffects = watchEffects(floorFolder);
  const floorHeap = heapProbe(folder, "floor");
  const floor = await startProcess(
    "floor.ts",
    [await newDatabase("floor"), provider.url, floorFolder],
    floorHeap.env,
  );
  const productHeap = heapProbe(folder, "product");
  const product = await startProduct(await newDatabase("product"), productHeap.env);
  const productEffects = watchEffects(product.workspace);
  const sides = {
    floor: { ...floorSide(floor.url, floorEffects), heap: floorHeap.read },
    product: { ...productSide(product.url, product.key, productEffects), heap: productHeap.read },
  };
  return {
    folder,
    postgres: server,
    provider,
    floorUrl: floor.url,
    ...sides,
    productServer: product,
    newDatabase,
    startProduct,
    async close() {
      closeAll([floorEffects, productEffects], [sides.floor, sides.product]);
      await product.stop();
      await floor[Symbol.asyncDispose]();
      await provider[Symbol.asyncDispose]();
      await server.stop();
    },
  };
}

const productEnvironment = (providerUrl: string): Record<string, string> => ({
  OPENAI_BASE_URL: `${providerUrl}/v1`,
  OPENAI_API_KEY: "none",
  // A window that 500 turns fit into: the floor sends them all, so the product does.
  OPENAI_MODEL: "gpt-5-bench",
});

function closeAll(effects: Effects[], sides: Side[]): void {
  for (const each of [...effects, ...sides]) each.close();
}

async function createDatabase(serverUrl: string, name: string): Promise<string> {
  const sql = postgres(serverUrl, { max: 1, onnotice: () => {} });
  await sql.unsafe(`create database bench_${name}`);
  await sql.end();
  const url = new URL(serverUrl);
  url.pathname = `/bench_${name}`;
  return url.href;
}
