import { afterAll, beforeAll, expect, test } from "vitest";
import { type Listener, listen } from "./listen.ts";

let listener: Listener;
beforeAll(async () => {
  listener = await listen("127.0.0.1", 0);
});
afterAll(() => listener.close());

test("while it starts it is alive, and whoever wants more is told to come back", async () => {
  const alive = await fetch(`${listener.url}/healthz`);
  expect([alive.status, await alive.json()]).toEqual([200, { ok: true }]);
  for (const address of ["/", "/readyz", "/api/v1/tools", "/mcp"]) {
    const answer = await fetch(listener.url + address);
    expect([address, answer.status, answer.headers.get("retry-after")]).toEqual([address, 503, "1"]);
    expect(await answer.json()).toEqual({
      error: { code: "unavailable", message: "Countersign is starting. Try again in a moment." },
    });
  }
});

test("a page of another site is refused already", async () => {
  const answer = await fetch(`${listener.url}/healthz`, { headers: { origin: "https://example.com" } });
  expect([answer.status, await answer.json()]).toMatchObject([403, { error: { code: "forbidden" } }]);
});
