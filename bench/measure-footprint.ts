import { setTimeout as delay } from "node:timers/promises";
import type { Server } from "../e2e/support/server.ts";
import { createHttpClient } from "./http-client.ts";
import { residentMegabytes } from "./memory.ts";
import { sum } from "./statistics.ts";
import type { Row } from "./table.ts";
import type { World } from "./world.ts";

/** Long enough for what a start leaves to be collected. */
const idleMilliseconds = 15_000;

/** What comes over the wire for the scripts that the page's HTML names, in kB, compressed as the server sends it. */
async function firstLoad(server: Server): Promise<{ kilobytes: number; files: string[] }> {
  const client = createHttpClient(server.url, { authorization: `Bearer ${server.key}` });
  try {
    const page = (await client.bytes("/")).bytes.toString();
    const named = [...page.matchAll(/<script[^>]*\ssrc="([^"]+\.js[^"]*)"[^>]*>/g)];
    const sources = new Set(
      named.filter(([tag]) => !/\snomodule/i.test(tag)).map(([, source]) => source ?? ""),
    );
    if (sources.size === 0) throw new Error("the chat page names no script");
    const files = await Promise.all(
      [...sources].map(async (source) => {
        const { bytes, headers } = await client.bytes(source, { "accept-encoding": "br, gzip" });
        return {
          size: bytes.length,
          line: `${bytes.length} ${headers["content-encoding"] ?? "plain"} ${source}`,
        };
      }),
    );
    return { kilobytes: sum(files.map(({ size }) => size)) / 1000, files: files.map(({ line }) => line) };
  } finally {
    client.close();
  }
}

/** Started, one page and one request of the API answered, then left alone. */
async function idleMemory(server: Server): Promise<number> {
  const client = createHttpClient(server.url, { authorization: `Bearer ${server.key}` });
  try {
    await client.bytes("/");
    await client.json("GET", "/api/v1/conversations");
    await delay(idleMilliseconds);
    return residentMegabytes(server.process.pid ?? 0);
  } finally {
    client.close();
    await server.stop();
  }
}

export async function measureFootprint(world: World): Promise<Row[]> {
  const part = "Footprint";
  const most = (than: number): Row["limit"] => ({ kind: "most", of: "value", than });
  const { kilobytes, files } = await firstLoad(world.productServer);
  const onPostgres = await idleMemory(await world.startProduct(await world.newDatabase("idle")));
  const embedded = await idleMemory(await world.startProduct("embedded"));
  return [
    {
      part,
      name: "JavaScript of the chat page, first load",
      value: kilobytes,
      unit: "kB",
      limit: most(250),
      details: files,
    },
    { part, name: "idle memory on Postgres", value: onPostgres, unit: "MB", limit: most(250) },
    { part, name: "idle memory embedded", value: embedded, unit: "MB", limit: most(700) },
  ];
}
