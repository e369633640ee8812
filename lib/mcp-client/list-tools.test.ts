import { expect, it } from "vitest";
import { echoTool } from "../../e2e/support/mcp/raw-upstream.ts";
import { testClock } from "./test-clock.ts";
import { eventually, watch } from "./test-connection.ts";
import { upstream } from "./test-stage.ts";

const tool = (name: string) => ({ ...echoTool, name });

it("reads a list of several pages", async () => {
  const { url } = await upstream({
    on: {
      "tools/list": ({ message, answer }) =>
        answer(
          message.params?.cursor === "2" ? { tools: [tool("b")] } : { tools: [tool("a")], nextCursor: "2" },
        ),
    },
  });
  const { tools } = await watch({ url }).settled();
  expect(tools.map(({ name }) => name)).toEqual(["server__a", "server__b"]);
});

it("keeps working when some of the tools are not well made", async () => {
  const { url } = await upstream({
    tools: () => [tool("a"), tool("a"), { name: "b", inputSchema: { type: "no" } }],
  });
  const { connection, settled } = watch({ url });
  const { state, tools, problems } = await settled();
  expect({ state, names: tools.map(({ name }) => name), problems: problems.length }).toEqual({
    state: "ready",
    names: ["server__a", "server__b"],
    problems: 2,
  });
  await expect(connection.callTool("b", {})).rejects.toMatchObject({ name: "NotRunError" });
  expect(await connection.callTool("a", { x: 1 })).toMatchObject({ content: [{ text: '{"x":1}' }] });
});

it("reads the list again when the server says that it changed, once for many times, and not all the time", async () => {
  let tools = [tool("before")];
  const { url, received } = await upstream({
    tools: () => tools,
    on: {
      "tools/call": ({ push, answer }) => {
        for (let times = 0; times < 50; times += 1) push({ method: "notifications/tools/list_changed" });
        answer({ content: [] });
      },
    },
  });
  const lists = () => received.filter(({ method }) => method === "tools/list").length;
  const clock = testClock();
  const { connection, settled, until } = watch({ url }, { clock });
  const [before] = (await settled()).tools;
  tools = [{ ...tool("before"), description: "Says something else." }, tool("after")];
  await connection.callTool("before", {});
  await eventually(() => expect(clock.waiting()).toEqual([200, 300_000]));
  clock.advance(200);
  const after = (await until((snapshot) => snapshot.tools.length === 2)).tools;
  expect(after[0]?.fingerprint).not.toBe(before?.fingerprint);
  expect(lists()).toBe(2);
  await connection.callTool("before", {});
  await eventually(() => expect(clock.waiting()).toEqual([5_000, 299_800]));
});

it("reads the list again when the server says that it changed while it is read for the first time", async () => {
  let tools = [tool("before")];
  const { url } = await upstream({
    on: {
      "tools/list": ({ push, answer }) => {
        const read = tools;
        tools = [tool("before"), tool("after")];
        if (read.length === 1) push({ method: "notifications/tools/list_changed" });
        answer({ tools: read });
      },
    },
  });
  const clock = testClock();
  const { settled, until } = watch({ url }, { clock });
  await settled();
  expect(clock.waiting()).toEqual([200, 300_000]);
  clock.advance(200);
  expect((await until((snapshot) => snapshot.tools.length === 2)).state).toBe("ready");
});

it("looks now and then without being told to, and tells only of changes", async () => {
  let tools = [tool("a")];
  const { url, received } = await upstream({ tools: () => tools });
  const lists = () => received.filter(({ method }) => method === "tools/list").length;
  const clock = testClock();
  const { settled, until, states } = watch({ url }, { clock });
  await settled();
  for (const times of [2, 3]) {
    clock.advance(5 * 60_000);
    await eventually(() => expect(lists()).toBe(times));
  }
  expect(states()).toEqual(["connecting", "ready"]);
  tools = [tool("a"), tool("b")];
  clock.advance(5 * 60_000);
  await until((snapshot) => snapshot.tools.length === 2);
  expect(states()).toEqual(["connecting", "ready", "ready"]);
});

it("misses no change that comes while the list is being read", async () => {
  let tools = [tool("first")];
  const reading: (() => void)[] = [];
  const { url } = await upstream({
    on: {
      "tools/list": async ({ answer }) => {
        const read = tools;
        if (reading.length > 0) await new Promise<void>((resolve) => reading.push(resolve));
        else reading.push(() => undefined);
        answer({ tools: read });
      },
    },
  });
  const { connection, settled } = watch({ url });
  await settled();
  tools = [tool("second")];
  const first = connection.refresh();
  await eventually(() => expect(reading).toHaveLength(2));
  tools = [tool("third")];
  const again = connection.refresh();
  reading[1]?.();
  await eventually(() => expect(reading).toHaveLength(3));
  reading[2]?.();
  await Promise.all([first, again]);
  expect(connection.snapshot().tools.map(({ originalName }) => originalName)).toEqual(["third"]);
});

it("is not sent a call when the tool became another than the one that was reviewed", async () => {
  const { url, received } = await upstream();
  const { connection, settled } = watch({ url });
  await settled();
  await expect(connection.callTool("echo", {}, { fingerprint: "sha256:reviewed" })).rejects.toThrow(
    "changed since",
  );
  expect(received.map(({ method }) => method)).not.toContain("tools/call");
});
