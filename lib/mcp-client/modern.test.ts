import { expect, it, onTestFinished, vi } from "vitest";
import { startModernUpstream } from "../../e2e/support/mcp/modern-upstream.ts";
import type { OnElicit } from "./elicitation.ts";
import { testClock } from "./test-clock.ts";
import { eventually, watch } from "./test-connection.ts";

async function stage() {
  const upstream = await startModernUpstream();
  onTestFinished(() => upstream.close());
  const clock = testClock();
  const watched = watch({ url: upstream.url, timeoutSeconds: 30 }, { clock });
  return { ...watched, upstream, clock, ready: await watched.settled() };
}
const textOf = ({ content }: { content: unknown[] }) =>
  JSON.parse(String(Reflect.get(Object(content[0]), "text")));

it("connects to a server of the newer revision alone", async () => {
  const { ready } = await stage();
  expect(ready).toMatchObject({ state: "ready", protocolVersion: "2026-07-28", transport: "http" });
  expect(ready.tools.map(({ originalName }) => originalName)).toEqual(["ask", "wait"]);
});

it("puts the questions of each round to the person and brings the server's state back", async () => {
  const { connection, upstream, clock } = await stage();
  const asked: string[] = [];
  const onElicit: OnElicit = async ({ message }) => {
    asked.push(message);
    clock.advance(100_000);
    return { action: "accept", content: { name: `answer ${asked.length}` } };
  };
  const result = await connection.callTool("ask", { rounds: 2 }, { onElicit });
  expect(asked).toEqual(["Round 1?", "Round 2?"]);
  expect(textOf(result)).toMatchObject({ action: "accept", content: { name: "answer 2" } });
  expect(upstream.calls.map(({ state }) => state)).toEqual([undefined, "1", "2"]);
});

it("declines where there is no person", async () => {
  const { connection } = await stage();
  expect(textOf(await connection.callTool("ask", { rounds: 1 }))).toMatchObject({ action: "decline" });
});

it("knows whose call a question belongs to, also with several under way", async () => {
  const { connection } = await stage();
  const say =
    (name: string): OnElicit =>
    async () => ({ action: "accept", content: { name } });
  const [one, other] = await Promise.all([
    connection.callTool("ask", { rounds: 1 }, { onElicit: say("one") }),
    connection.callTool("ask", { rounds: 1 }, { onElicit: say("other") }),
  ]);
  expect([textOf(one).content.name, textOf(other).content.name]).toEqual(["one", "other"]);
});

it("does not go on for ever with a server that never stops asking", async () => {
  const { connection } = await stage();
  const onElicit = vi.fn<OnElicit>(async () => ({ action: "accept", content: {} }));
  await expect(connection.callTool("ask", { rounds: 1_000 }, { onElicit })).rejects.toMatchObject({
    name: "OutcomeUnknownError",
    reason: "unreadable",
  });
  expect(onElicit).toHaveBeenCalledTimes(10);
});

it("has an unknown outcome when the server asks for something else in the middle of it", async () => {
  const { connection, upstream } = await stage();
  upstream.askForFolders();
  await expect(connection.callTool("ask", { rounds: 1 })).rejects.toMatchObject({
    name: "OutcomeUnknownError",
    reason: "unreadable",
  });
});

it.each([400, 401, 404, 500])(
  "is sent once and has an unknown outcome when the answer of a person is refused with %d",
  async (status) => {
    const { connection, upstream } = await stage();
    upstream.refuseAnswers(status);
    const onElicit = vi.fn<OnElicit>(async () => ({ action: "accept", content: { name: "Ada" } }));
    await expect(connection.callTool("ask", { rounds: 1 }, { onElicit })).rejects.toMatchObject({
      name: "OutcomeUnknownError",
      reason: "lost",
    });
    expect(onElicit).toHaveBeenCalledTimes(1);
    expect(upstream.calls).toHaveLength(1);
  },
);

it("has an unknown outcome when the server is gone before the answer of a person", async () => {
  const { connection, upstream } = await stage();
  const onElicit: OnElicit = async () => {
    await upstream.close();
    return { action: "accept", content: { name: "Ada" } };
  };
  await expect(connection.callTool("ask", { rounds: 1 }, { onElicit })).rejects.toMatchObject({
    name: "OutcomeUnknownError",
    reason: "lost",
  });
});

it("cancels upstream when it is stopped, and when time is up", async () => {
  const { connection, upstream, clock } = await stage();
  const stop = new AbortController();
  const stopped = connection.callTool("wait", {}, { signal: stop.signal });
  await eventually(() => expect(upstream.calls).toHaveLength(1));
  stop.abort();
  await expect(stopped).rejects.toMatchObject({ name: "OutcomeUnknownError", reason: "stopped" });
  await eventually(() => expect(upstream.cancelled()).toBe(1));

  const late = connection.callTool("wait", {});
  await eventually(() => expect(upstream.calls).toHaveLength(2));
  clock.advance(30_000);
  await expect(late).rejects.toMatchObject({ reason: "timeout" });
  await eventually(() => expect(upstream.cancelled()).toBe(2));
});

it("hears of a changed list on the stream that it listens to", async () => {
  const { upstream, clock, until } = await stage();
  await eventually(() => {
    // Told again until someone listens: the stream is opened after the connection is ready.
    upstream.addTool(`added-${clock.now()}-${Math.random()}`);
    expect(clock.waiting()).toContain(200);
  });
  clock.advance(200);
  expect((await until(({ tools }) => tools.length > 2)).tools.at(2)?.originalName).toContain("added-");
});
