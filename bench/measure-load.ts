import type { Side } from "./side.ts";
import { sum } from "./statistics.ts";
import type { Row } from "./table.ts";
import type { Sized } from "./world.ts";

type Loaded = { cycles: number; milliseconds: number; errors: string[] };
type Both = { floor: Side & Sized; product: Side & Sized };

/** So many conversations, each with a person who approves at once and goes on, for a while. */
async function load(side: Side, conversations: number, milliseconds: number): Promise<Loaded> {
  const ids = await Promise.all(Array.from({ length: conversations }, side.open));
  const errors: string[] = [];
  const started = performance.now();
  const counts = await Promise.all(
    ids.map(async (id) => {
      let done = 0;
      while (performance.now() - started < milliseconds) {
        try {
          await side.cycle(id, 1);
          done += 1;
        } catch (error) {
          errors.push(error instanceof Error ? error.message : String(error));
          return done;
        }
      }
      return done;
    }),
  );
  return { cycles: sum(counts), milliseconds: performance.now() - started, errors };
}

const rate = (rounds: Loaded[]) =>
  (sum(rounds.map(({ cycles }) => cycles)) * 1000) / sum(rounds.map((each) => each.milliseconds));

export async function measureLoad(
  sides: Both,
  conversations: number,
  milliseconds: number,
  rounds = 2,
): Promise<Row[]> {
  const loaded: Record<Side["name"], Loaded[]> = { floor: [], product: [] };
  const grown: Record<Side["name"], number> = { floor: 0, product: 0 };
  for (let round = 0; round < rounds; round += 1) {
    for (const side of [sides.floor, sides.product]) {
      if (round === 0) await load(side, conversations, milliseconds / 4);
      const before = await side.heap();
      loaded[side.name].push(await load(side, conversations, milliseconds));
      grown[side.name] += (await side.heap()) - before;
    }
  }
  const part = `${conversations} conversations at once`;
  const errors = [...loaded.product, ...loaded.floor].flatMap((each) => each.errors);
  const perCycle = (name: Side["name"]) => grown[name] / 1000 / sum(loaded[name].map(({ cycles }) => cycles));
  const [floor, product] = [rate(loaded.floor), rate(loaded.product)];
  return [
    {
      part,
      name: "cycles per second",
      value: product,
      unit: "/s",
      floor,
      ratio: product / floor,
      limit: { kind: "least", of: "ratio", than: 0.5 },
    },
    {
      part,
      name: "errors",
      value: errors.length,
      unit: "",
      limit: { kind: "most", of: "value", than: 0 },
      ...(errors[0] ? { note: errors[0], failed: true } : {}),
    },
    {
      part,
      name: "retained heap per cycle",
      value: perCycle("product"),
      unit: "kB",
      floor: perCycle("floor"),
    },
  ];
}
