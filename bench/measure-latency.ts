import { setTimeout as delay } from "node:timers/promises";
import type { Side, Timings } from "./side.ts";
import { median, percentile } from "./statistics.ts";
import type { Row } from "./table.ts";

export type Sample = { floor: Timings[]; product: Timings[] };

/** What a side still does after its answer (notifications go out 20 ms later) must not fall into the other's turn. */
const breath = 40;
/** Cycles of one side in a row: its own afterwork falls into its own next cycle, as it does in life. */
const turnLength = 5;

/** A few cycles of each in turn, the first of the two in turn as well: what disturbs the machine disturbs both. */
export async function interleave(
  sides: { floor: Side; product: Side },
  cycles: number,
  calls: number,
  conversations?: Record<Side["name"], string>,
): Promise<Sample> {
  const sample: Sample = { floor: [], product: [] };
  for (let turn = 0; turn < Math.ceil(cycles / turnLength); turn += 1) {
    for (const side of turn % 2 === 0 ? [sides.floor, sides.product] : [sides.product, sides.floor]) {
      await delay(breath);
      for (let index = 0; index < turnLength; index += 1) {
        const conversation = conversations?.[side.name] ?? (await side.open());
        sample[side.name].push(await side.cycle(conversation, calls));
      }
    }
  }
  return sample;
}

const steps: { key: keyof Timings; name: string }[] = [
  { key: "card", name: "message → card" },
  { key: "executed", name: "approve → tool executed" },
  { key: "answered", name: "approve → answer saved" },
];

const valuesOf = (timings: Timings[], key: keyof Timings) => timings.flatMap((each) => each[key] ?? []);

function compare(part: string, sample: Sample, limit?: Row["limit"]): Row[] {
  return steps.map(({ key, name }) => {
    const [floor, product] = [valuesOf(sample.floor, key), valuesOf(sample.product, key)];
    const ratio = median(product) / median(floor);
    return {
      part,
      name,
      value: median(product),
      p95: percentile(product, 0.95),
      unit: "ms",
      floor: median(floor),
      floorP95: percentile(floor, 0.95),
      ratio,
      ...(limit ? { limit } : {}),
    };
  });
}

export async function measureLatency(
  sides: { floor: Side; product: Side },
  cycles: number,
  warmUp: number,
): Promise<Row[]> {
  await interleave(sides, warmUp, 1);
  await interleave(sides, Math.ceil(warmUp / 5), 5);
  const one = await interleave(sides, cycles, 1);
  const five = await interleave(sides, Math.ceil(cycles / 2), 5);
  const whole = (timings: Timings[]) => median(timings.map(({ card, answered }) => card + answered));
  return [
    ...compare("One gated call", one, { kind: "most", of: "ratio", than: 2 }),
    ...compare("Five gated calls", five),
    {
      part: "Five gated calls",
      name: "whole cycle, against one call",
      value: whole(five.product),
      unit: "ms",
      floor: whole(five.floor),
      ratio: whole(five.product) / whole(one.product),
      note: `the ratio is to one call; the floor's is ${(whole(five.floor) / whole(one.floor)).toFixed(2)}; the aim is 1.3`,
    },
  ];
}

export async function measureHistory(
  sides: { floor: Side; product: Side },
  cycles: number,
  turns: number,
): Promise<Row[]> {
  const conversations = { floor: await sides.floor.open(), product: await sides.product.open() };
  for (const side of [sides.floor, sides.product]) {
    for (let turn = 0; turn < turns; turn += 1) await side.cycle(conversations[side.name], 1);
  }
  const sample = await interleave(sides, cycles, 1, conversations);
  const [card, ...others] = compare(`After ${turns} turns`, sample);
  return [...(card ? [{ ...card, limit: { kind: "most", of: "ratio", than: 1 } as const }] : []), ...others];
}
