import { startEmptyNext } from "./empty-next.ts";
import { createHttpClient, type HttpClient } from "./http-client.ts";
import { median } from "./statistics.ts";
import type { Row } from "./table.ts";
import type { World } from "./world.ts";

type Answered = { perSecond: number; milliseconds: number };

async function measure(client: HttpClient, path: string): Promise<Answered> {
  const many = async (milliseconds: number) => {
    let done = 0;
    const started = performance.now();
    const work = async () => {
      while (performance.now() - started < milliseconds) {
        await client.bytes(path);
        done += 1;
      }
    };
    await Promise.all(Array.from({ length: 16 }, work));
    return (done * 1000) / (performance.now() - started);
  };
  await many(1_500);
  const perSecond = await many(2_000);
  const times: number[] = [];
  for (let index = 0; index < 500; index += 1) {
    const started = performance.now();
    await client.bytes(path);
    times.push(performance.now() - started);
  }
  return { perSecond, milliseconds: median(times) };
}

/** What is the framework's and what is ours: an empty answer by bare Node, by Next, and by the product's own server. */
export async function measureFramework(world: World): Promise<Row[]> {
  const next = await startEmptyNext();
  const clients = {
    bare: createHttpClient(world.floorUrl),
    next: createHttpClient(next.url),
    product: createHttpClient(world.productServer.url, {
      authorization: `Bearer ${world.productServer.key}`,
    }),
  };
  try {
    const bare = await measure(clients.bare, "/empty");
    const rows = (name: string, answered: Answered): Row[] => [
      {
        part,
        name: `${name}, one at a time`,
        value: answered.milliseconds,
        unit: "ms",
        floor: bare.milliseconds,
        ratio: answered.milliseconds / bare.milliseconds,
      },
      {
        part,
        name: `${name}, 16 at a time`,
        value: answered.perSecond,
        unit: "/s",
        floor: bare.perSecond,
        ratio: answered.perSecond / bare.perSecond,
      },
    ];
    const part = "An empty answer (floor: bare Node HTTP)";
    return [
      ...rows("an empty Next route", await measure(clients.next, "/empty")),
      ...rows("the product's /healthz", await measure(clients.product, "/healthz")),
    ];
  } finally {
    for (const client of Object.values(clients)) client.close();
    await next.stop();
  }
}
