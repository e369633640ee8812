import { setTimeout as delay } from "node:timers/promises";
import { productSide } from "./product-side.ts";
import { bytesOfMessages } from "./script.ts";
import type { Side } from "./side.ts";
import { countStatements, type StatementCounter } from "./statement-counter.ts";
import { median } from "./statistics.ts";
import type { Row } from "./table.ts";
import type { World } from "./world.ts";
import { openWriteAheadLog, type WriteAheadLog } from "./write-ahead-log.ts";

/** Longer than the wait after which notifications go out: they belong to the cycle. */
const settle = 80;
/** About as long as a cycle and its settling. */
const idleWindow = 200;
const idleWindows = 30;

type Cost = { statements: number[]; texts: string[]; commits: number; bytes: number };
type Idle = { texts: Set<string>; commits: number; bytes: number };

/** What a cycle costs the database. An instance of its own, with a counter between; nothing is timed here. */
export async function measureDatabase(world: World, cycles: number, turns: number): Promise<Row[]> {
  const counter = await countStatements(await world.newDatabase("counted"));
  const log = await openWriteAheadLog(world.postgres.url);
  const server = await world.startProduct(counter.url);
  const side = productSide(server.url, server.key, null);
  try {
    for (let index = 0; index < 20; index += 1) await side.cycle(await side.open(), 1);
    const idle = await measureIdle(counter, log);
    const fresh = await costOf(side, counter, log, idle, cycles, () => side.open());
    const five = await costOf(side, counter, log, idle, Math.ceil(cycles / 2), () => side.open(), 5);
    const long = await side.open();
    for (let turn = 0; turn < turns; turn += 1) await side.cycle(long, 1);
    const later = await costOf(side, counter, log, idle, cycles, async () => long);
    return rowsFor(fresh, five, later, turns);
  } finally {
    side.close();
    await server.stop();
    counter.close();
    await log.close();
  }
}

/**
 * What the server does anyway (heartbeats, sweeps) is not the cycle's. The median of windows, as of cycles: what falls
 * into few of them, a heartbeat or the database's own vacuum, is in neither.
 */
async function measureIdle(counter: StatementCounter, log: WriteAheadLog): Promise<Idle> {
  await delay(settle);
  counter.take();
  await log.since();
  const [commits, bytes]: [number[], number[]] = [[], []];
  for (let window = 0; window < idleWindows; window += 1) {
    await delay(idleWindow);
    const written = await log.since();
    commits.push(written.commits);
    bytes.push(written.bytes);
  }
  return { texts: new Set(counter.take()), commits: median(commits), bytes: median(bytes) };
}

async function costOf(
  side: Side,
  counter: StatementCounter,
  log: WriteAheadLog,
  idle: Idle,
  cycles: number,
  conversation: () => Promise<string>,
  calls = 1,
): Promise<Cost> {
  const taken: string[][] = [];
  const [commits, bytes]: [number[], number[]] = [[], []];
  for (let index = 0; index < cycles; index += 1) {
    const id = await conversation();
    await delay(settle);
    counter.take();
    await log.since();
    await side.cycle(id, calls);
    await delay(settle);
    taken.push(counter.take().filter((text) => !idle.texts.has(text)));
    const written = await log.since();
    commits.push(written.commits - idle.commits);
    bytes.push(written.bytes - idle.bytes);
  }
  const statements = taken.map((texts) => texts.length);
  const typical = taken.find((texts) => texts.length === median(statements)) ?? [];
  return {
    statements,
    texts: typical.map((text) => text.replaceAll(/\s+/g, " ").trim().slice(0, 160)),
    commits: median(commits),
    bytes: median(bytes) - bytesOfMessages(calls),
  };
}

function rowsFor(fresh: Cost, five: Cost, later: Cost, turns: number): Row[] {
  const part = "Database, per cycle with one gated call";
  const most = (than: number): Row["limit"] => ({ kind: "most", of: "value", than });
  const kilobytes = (cost: Cost) => cost.bytes / 1000;
  return [
    {
      part,
      name: "SQL statements",
      value: median(fresh.statements),
      unit: "",
      limit: most(12),
      details: fresh.texts,
    },
    { part, name: "writing transactions", value: Math.round(fresh.commits), unit: "", limit: most(8) },
    { part, name: "WAL beyond the messages", value: kilobytes(fresh), unit: "kB", limit: most(10) },
    {
      part,
      name: `WAL after ${turns} turns`,
      value: kilobytes(later),
      unit: "kB",
      ratio: later.bytes / fresh.bytes,
      limit: { kind: "most", of: "ratio", than: 1.2 },
      note: "the ratio is to the fresh conversation",
    },
    {
      part,
      name: `SQL statements after ${turns} turns`,
      value: median(later.statements),
      unit: "",
      details: later.texts,
    },
    {
      part,
      name: "SQL statements with five calls",
      value: median(five.statements),
      unit: "",
      details: five.texts,
    },
    { part, name: "WAL with five calls", value: kilobytes(five), unit: "kB" },
  ];
}
