import { setTimeout as delay } from "node:timers/promises";
import type { Server } from "./server.ts";

/**
 * How long, while the work goes on, one of the servers took at most to say that it is ready, in milliseconds: what a
 * promise of a moment has to allow for on a machine that is busy with something else.
 */
export async function slowestAnswer(servers: Server[], work: () => Promise<unknown>): Promise<number> {
  let over = false;
  const probing = servers.map(async ({ url }) => {
    let slowest = 0;
    while (!over) {
      const from = performance.now();
      await (await fetch(`${url}/readyz`)).text();
      slowest = Math.max(slowest, performance.now() - from);
      await delay(20);
    }
    return slowest;
  });
  try {
    await work();
  } finally {
    over = true;
  }
  return Math.max(...(await Promise.all(probing)));
}
