/** `npm run bench`: the product side by side with the floor. Slow is said, wrong is an error: only that exits 1. */
import { mkdirSync, writeFileSync } from "node:fs";
import { cpus } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { buildIfNeeded } from "../lib/cli/build.ts";
import { measureDatabase } from "./measure-database.ts";
import { measureFootprint } from "./measure-footprint.ts";
import { measureFramework } from "./measure-framework.ts";
import { measureGate } from "./measure-gate.ts";
import { measureHistory, measureLatency } from "./measure-latency.ts";
import { measureLoad } from "./measure-load.ts";
import { measurePages } from "./measure-pages.ts";
import { measurePolicy } from "./measure-policy.ts";
import { formatTable, missed, type Row } from "./table.ts";
import { openWorld, type World } from "./world.ts";

const { values: options } = parseArgs({
  options: {
    /** Which parts, by name and comma; all of them unless told. */
    parts: { type: "string" },
    cycles: { type: "string", default: "300" },
    "warm-up": { type: "string", default: "150" },
    turns: { type: "string", default: "500" },
    "load-seconds": { type: "string", default: "5" },
  },
});
const cycles = Number(options.cycles);
const turns = Number(options.turns);
const loadMilliseconds = Number(options["load-seconds"]) * 1000;

const parts: Record<string, (world: World) => Row[] | Promise<Row[]>> = {
  latency: (world) => measureLatency(world, cycles, Number(options["warm-up"])),
  history: (world) => measureHistory(world, Math.ceil(cycles / 5), turns),
  database: (world) => measureDatabase(world, Math.ceil(cycles / 10), turns),
  load: async (world) => [
    ...(await measureLoad(world, 16, loadMilliseconds)),
    ...(await measureLoad(world, 64, loadMilliseconds)),
  ],
  policy: measurePolicy,
  framework: measureFramework,
  gate: (world) => measureGate(world, cycles),
  pages: (world) => measurePages(world, Math.ceil(cycles / 3), 1_000),
  footprint: measureFootprint,
};

const chosen = options.parts?.split(",") ?? Object.keys(parts);
const unknown = chosen.filter((name) => !parts[name]);
if (unknown.length > 0) {
  console.error(`No part ${unknown.join(", ")}. There are: ${Object.keys(parts).join(", ")}.`);
  process.exit(1);
}

async function measureAll(): Promise<Row[]> {
  buildIfNeeded();
  const world = await openWorld();
  const rows: Row[] = [];
  try {
    for (const name of chosen) {
      process.stderr.write(`${name}…\n`);
      try {
        rows.push(...((await parts[name]?.(world)) ?? []));
      } catch (error) {
        const said = world.productServer
          .output()
          .replaceAll(/#key=\S+/g, "")
          .slice(-2_000);
        const note = `${error instanceof Error ? error.stack : error}\n${said}`;
        rows.push({ part: name, name: "failed", value: null, unit: "", note, failed: true });
      }
    }
  } finally {
    await world.close();
  }
  return rows;
}

const rows = await measureAll();
const results = path.join(import.meta.dirname, "results");
const at = new Date().toISOString();
const file = path.join(results, `${at.replaceAll(":", "-")}.json`);
mkdirSync(results, { recursive: true });
const machine = { node: process.version, cores: cpus().length, processor: cpus()[0]?.model };
writeFileSync(file, `${JSON.stringify({ at, machine, cycles, rows }, null, 2)}\n`);

console.log(`\n${formatTable(rows)}\n`);
const slow = missed(rows);
console.log(
  slow.length === 0
    ? "Every limit that was measured is kept."
    : `Missed: ${slow.map((row) => `${row.part}: ${row.name}`).join("; ")}.`,
);
console.log(`Written to ${path.relative(process.cwd(), file)}`);
process.exit(rows.some((row) => row.failed) ? 1 : 0);
