import { expect, it, onTestFinished } from "vitest";
import { echoTool } from "../../e2e/support/mcp/raw-upstream.ts";
import type { ConnectionSnapshot, ServerConfiguration } from "./configuration.ts";
import { createPool } from "./pool.ts";
import { testClock } from "./test-clock.ts";
import { eventually, testNetwork } from "./test-connection.ts";
import { upstream } from "./test-stage.ts";

function stage() {
  const clock = testClock();
  const pool = createPool({ network: testNetwork(), installationId: "this", version: "0", clock });
  onTestFinished(() => pool.stop());
  const states = () => new Map(pool.snapshots().map(({ name, state }) => [name, state]));
  return { pool, clock, states };
}
const server = (name: string, url: string, more: Partial<ServerConfiguration> = {}): ServerConfiguration => ({
  id: `id-${name}`,
  name,
  url,
  allowPrivateAddress: true,
  ...more,
});

it("connects ten side by side, and one that hangs holds up none of the others", async () => {
  const hanging = await upstream({ before: () => true });
  const good = await upstream();
  const { pool, states } = stage();
  const names = Array.from({ length: 10 }, (_, index) => `good-${index}`);
  const changes: ConnectionSnapshot[] = [];
  pool.onChange((snapshot) => changes.push(snapshot));
  pool.set([server("hangs", hanging.url), ...names.map((name) => server(name, good.url))]);
  expect(pool.snapshots().every(({ state }) => state === "connecting")).toBe(true);
  expect(good.received).toEqual([]);
  await eventually(() =>
    expect([...states().values()].filter((state) => state === "ready")).toHaveLength(10),
  );
  expect(states().get("hangs")).toBe("connecting");
  expect(pool.tools().map(({ name }) => name)).toEqual(names.map((name) => `${name}__echo`));
  expect(changes.filter(({ state }) => state === "ready")).toHaveLength(10);
});

it("keeps what did not change, replaces what did, and lets go of the rest", async () => {
  const good = await upstream();
  const { pool, states } = stage();
  const initialized = () => good.received.filter(({ method }) => method === "initialize").length;
  pool.set([server("stays", good.url), server("changes", good.url), server("goes", good.url)]);
  await eventually(() => expect([...states().values()]).toEqual(["ready", "ready", "ready"]));
  expect(initialized()).toBe(3);
  const told: string[] = [];
  pool.onChange(({ name, state }) => told.push(`${name} ${state}`));
  const [stays, changes] = [pool.get("id-stays"), pool.get("id-changes")];
  pool.set([server("stays", good.url), server("changes", good.url, { headers: { "x-key": "new" } })]);
  expect(pool.get("id-stays")).toBe(stays);
  expect(pool.get("id-changes")).not.toBe(changes);
  expect(pool.get("id-goes")).toBeUndefined();
  await eventually(() => expect(states().get("changes")).toBe("ready"));
  expect(initialized()).toBe(4);
  expect(changes?.snapshot().state).toBe("disabled");
  expect(told).toEqual(["changes connecting", "changes ready"]);
});

it("keeps two servers with the same tools apart, and calls each its own", async () => {
  const answers = (words: string) =>
    upstream({ on: { "tools/call": ({ answer }) => answer({ content: [{ type: "text", text: words }] }) } });
  const [one, other] = [await answers("one"), await answers("other")];
  const { pool } = stage();
  pool.set([server("one", one.url), server("other", other.url)]);
  await eventually(() =>
    expect(
      pool
        .tools()
        .map(({ name }) => name)
        .sort(),
    ).toEqual(["one__echo", "other__echo"]),
  );
  expect(await pool.callTool("id-one", "echo", {})).toMatchObject({ content: [{ text: "one" }] });
  expect(await pool.callTool("id-other", "echo", {})).toMatchObject({ content: [{ text: "other" }] });
  await expect(pool.callTool("id-removed", "echo", {})).rejects.toMatchObject({ name: "NotRunError" });
});

it("still knows the tools of a server that is away", async () => {
  const good = await upstream({ tools: () => [echoTool] });
  const { pool, states } = stage();
  pool.set([server("away", good.url)]);
  await eventually(() => expect(states().get("away")).toBe("ready"));
  await good.close();
  await pool.callTool("id-away", "echo", {}).catch(() => undefined);
  await eventually(() => expect(states().get("away")).toBe("failed"));
  expect(pool.tools()).toMatchObject([{ name: "away__echo", serverId: "id-away", serverName: "away" }]);
});
