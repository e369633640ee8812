import { startRawUpstream } from "../e2e/support/mcp/raw-upstream.ts";
import { addUpstream } from "../e2e/support/upstreams.ts";
import { median, percentile } from "./statistics.ts";
import type { Row } from "./table.ts";
import type { World } from "./world.ts";

const part = "Pages";
const warmUp = 20;
const manyTools = 1_000;

/** What a page asks of the server when there is much of it: a long conversation, a long list of tools. */
export async function measurePages(world: World, readings: number, turns: number): Promise<Row[]> {
  return [...(await measureConversations(world, readings, turns)), ...(await measureTools(world, readings))];
}

type Read = () => Promise<unknown>;

/** In turn, so that whatever else the machine does is in both. */
async function readInTurn(readings: number, one: Read, other: Read): Promise<[number[], number[]]> {
  const times: [number[], number[]] = [[], []];
  for (let index = -warmUp; index < readings; index += 1) {
    for (const [side, read] of [one, other].entries()) {
      const started = performance.now();
      await read();
      if (index >= 0) times[side]?.push(performance.now() - started);
    }
  }
  return times;
}

const compared = (name: string, [many, few]: [number[], number[]], than: number): Row => ({
  part,
  name,
  value: median(many),
  p95: percentile(many, 0.95),
  unit: "ms",
  floor: median(few),
  floorP95: percentile(few, 0.95),
  ratio: median(many) / median(few),
  limit: { kind: "most", of: "ratio", than },
});

async function measureConversations(
  { product, productServer }: World,
  readings: number,
  turns: number,
): Promise<Row[]> {
  const [long, short] = [await product.open(), await product.open()];
  for (let turn = 0; turn < turns; turn += 1) await product.cycle(long, 1);
  for (let turn = 0; turn < 10; turn += 1) await product.cycle(short, 1);
  const read = (id: string, limit: number) => async () => {
    const { status } = await productServer.api.get(`/conversations/${id}?limit=${limit}`);
    if (status !== 200) throw new Error(`the conversation answered ${status}`);
  };
  // As many messages of each: that it shows more of a longer one is not what is asked here.
  const times = await readInTurn(readings, read(long, 20), read(short, 20));
  return [compared(`conversation of ${turns} turns, against one of ten`, times, 1.2)];
}

async function measureTools({ startProduct, newDatabase }: World, readings: number): Promise<Row[]> {
  const tools = Array.from({ length: manyTools }, (_, index) => ({
    name: `tool-${index}`,
    description: `Does the thing number ${index}, and says how it went.`,
    inputSchema: { type: "object", properties: { what: { type: "string" } }, required: ["what"] },
  }));
  const upstream = await startRawUpstream({ tools: () => tools });
  await using server = await startProduct(await newDatabase("tools"));
  await addUpstream(server, { name: "many", url: upstream.url, allowPrivateAddress: true });
  const list = async () => {
    const { body } = await server.api.get<{ items: unknown[] }>("/tools");
    if (body.items.length < manyTools) throw new Error(`there are only ${body.items.length} tools`);
  };
  const one = () => server.api.get("/tools/many__tool-1");
  const [many] = await readInTurn(readings, list, one);
  await upstream.close();
  return [
    {
      part,
      name: `list of ${manyTools} tools`,
      value: median(many),
      p95: percentile(many, 0.95),
      unit: "ms",
      limit: { kind: "most", of: "value", than: 100 },
    },
  ];
}
