import { mkdtempSync } from "node:fs";
import path from "node:path";
import { connect2026 } from "../e2e/support/mcp-clients/connect-2026.ts";
import { createAuthoredTool } from "../lib/tools/authored/create-authored-tool.ts";
import { createSandboxPool } from "../lib/tools/authored/sandbox-pool.ts";
import { publicNetwork } from "../lib/tools/built-in/checked-address.ts";
import { openWorkspace } from "../lib/tools/workspace/open-workspace.ts";
import { startProcess } from "./start-process.ts";
import { median, percentile } from "./statistics.ts";
import type { Row } from "./table.ts";
import type { World } from "./world.ts";

const part = "Outside calls";
const warmUp = 50;

/** What stands between an outside client and a tool that asks nothing, and what an authored tool costs. */
export async function measureGate(world: World, calls: number): Promise<Row[]> {
  return [await measureUngated(world, calls), await measureAuthored(world, calls)];
}

async function measureUngated({ productServer }: World, calls: number): Promise<Row> {
  await using floor = await startProcess("mcp-floor.ts");
  await productServer.api.patch("/tools/current_time", { exposed: true });
  const product = await connect2026({ url: `${productServer.url}/mcp`, token: productServer.key });
  const direct = await connect2026({ url: floor.url, token: "none" });
  const times: Record<"product" | "floor", number[]> = { product: [], floor: [] };
  // In turn, so that whatever else the machine does is in both.
  for (let index = -warmUp; index < calls; index += 1) {
    for (const [side, client] of Object.entries({ product, floor: direct })) {
      const started = performance.now();
      const { isError, text } = await client.call("current_time", { timeZone: "UTC" });
      const taken = performance.now() - started;
      if (isError) throw new Error(`${side}: ${text}`);
      if (index >= 0) times[side as keyof typeof times].push(taken);
    }
  }
  await Promise.all([product.close(), direct.close()]);
  return {
    part,
    name: "gate over the handler alone",
    value: median(times.product) - median(times.floor),
    unit: "ms",
    note: `${median(times.product).toFixed(2)} ms through the gate, ${median(times.floor).toFixed(2)} ms without`,
    limit: { kind: "most", of: "value", than: 5 },
  };
}

async function measureAuthored({ folder }: World, calls: number): Promise<Row> {
  const pool = createSandboxPool();
  const workspace = await openWorkspace(mkdtempSync(path.join(folder, "authored-")));
  const tool = createAuthoredTool(
    {
      name: "double",
      description: "Doubles a number.",
      inputSchema: { type: "object" },
      code: "export default async ({ n }) => n * 2",
    },
    { pool, workspace, network: publicNetwork, readSecrets: async () => ({}) },
  );
  const signal = new AbortController().signal;
  const times: number[] = [];
  for (let index = -warmUp; index < calls; index += 1) {
    const started = performance.now();
    const result = await tool.run({ n: index }, { signal, ground: null });
    if (result !== index * 2) throw new Error(`${index} was doubled to ${result}`);
    if (index >= 0) times.push(performance.now() - started);
  }
  await pool.close();
  return {
    part,
    name: "trivial authored tool",
    value: median(times),
    p95: percentile(times, 0.95),
    unit: "ms",
    limit: { kind: "most", of: "value", than: 10 },
  };
}
