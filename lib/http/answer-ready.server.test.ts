import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { createTestDatabase } from "../../e2e/support/database.ts";
import type { Database } from "../db/client.ts";
import { openServer } from "../db/open-server.ts";
import { openProxy } from "../db/test-proxy.ts";
import { log } from "../log.ts";
import { answerReady } from "./answer-ready.ts";
import { sendError } from "./send.ts";

async function serve(database: Database) {
  const server = createServer((_, response) => {
    answerReady(database, response).catch((error) => sendError(response, error));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  return async () => {
    const answer = await fetch(`http://127.0.0.1:${port}/readyz`, { signal: AbortSignal.timeout(4_000) });
    return [answer.status, answer.headers.get("retry-after"), await answer.json()];
  };
}

const ready = [200, null, { ok: true }];

test.each(["refuses", "hangs up", "is silent"] as const)(
  "an instance whose database's server %s says so soon, and is ready again with it",
  async (how) => {
    log.level = "silent";
    const fresh = await createTestDatabase();
    const proxy = await openProxy(fresh.url);
    const database = await openServer(proxy.url, 10);
    onTestFinished(async () => {
      await database.close();
      await proxy.close();
      await fresh.drop();
    });
    const ask = await serve(database);
    expect(await ask()).toEqual(ready);
    await proxy.leave(how);
    const away = { error: { code: "unavailable", message: "The database cannot be reached." } };
    for (let time = 0; time < 3; time += 1) expect(await ask()).toEqual([503, "2", away]);
    await proxy.comeBack();
    await expect.poll(ask, { timeout: 2_000 }).toEqual(ready);
  },
);
