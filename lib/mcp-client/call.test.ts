import { expect, it, vi } from "vitest";
import type { Exchange } from "../../e2e/support/mcp/raw-upstream.ts";
import { eventually } from "./test-connection.ts";
import { stage, text } from "./test-stage.ts";

const metaOf = ({ message }: Pick<Exchange, "message">) =>
  Object(message.params?._meta) as { progressToken: number };

it("sends the original name and the exact arguments", async () => {
  const { connection, upstream } = await stage(({ answer }) => answer(text("done")));
  expect(await connection.callTool("echo", { a: [1, { b: null }] })).toEqual({
    isError: false,
    ...text("done"),
  });
  expect(upstream.received.at(-1)).toMatchObject({
    method: "tools/call",
    params: { name: "echo", arguments: { a: [1, { b: null }] } },
  });
});

it("hands on what the tool reports as an error, and tells an error of the protocol apart", async () => {
  const { connection } = await stage(({ message, answer, answerError }) =>
    message.params?.arguments && "refuse" in (message.params.arguments as object)
      ? answerError(-32_602, "no such\nthing")
      : answer({ ...text("broken"), isError: true }),
  );
  expect(await connection.callTool("echo", {})).toEqual({ isError: true, ...text("broken") });
  await expect(connection.callTool("echo", { refuse: true })).rejects.toMatchObject({
    name: "UpstreamError",
    code: -32_602,
    message: "The server answered with an error: no such thing",
  });
});

it("is given up after the server's timeout, cancelled upstream, with an unknown outcome", async () => {
  const { connection, clock, methods } = await stage(() => undefined);
  const call = connection.callTool("echo", {});
  await eventually(() => expect(methods()).toContain("tools/call"));
  clock.advance(30_000);
  await expect(call).rejects.toMatchObject({ name: "OutcomeUnknownError", reason: "timeout" });
  await eventually(() => expect(methods()).toContain("notifications/cancelled"));
  expect(connection.snapshot().state).toBe("ready");
});

it("goes on as long as there is progress, and shows it", async () => {
  let exchange: Exchange | null = null;
  const { connection, clock } = await stage((arrived) => {
    exchange = arrived;
  });
  const seen: unknown[] = [];
  const call = connection.callTool("echo", {}, { onProgress: (progress) => seen.push(progress) });
  const current = await eventually(() => {
    if (!exchange) throw new Error("not yet");
    return exchange;
  });
  const { progressToken } = metaOf(current);
  for (let progress = 1; progress <= 3; progress += 1) {
    current.push({
      method: "notifications/progress",
      params: { progressToken, progress, total: 3, message: "step" },
    });
    await eventually(() => expect(seen).toHaveLength(progress));
    clock.advance(29_000);
  }
  current.answer(text("finished"));
  expect(await call).toMatchObject(text("finished"));
  expect(seen[0]).toEqual({ progress: 1, total: 3, message: "step" });
});

it("shows a flood of progress now and then, not each time", async () => {
  const { connection } = await stage(({ message, push, answer }) => {
    const { progressToken } = metaOf({ message });
    for (let told = 1; told <= 1_000; told += 1) {
      push({ method: "notifications/progress", params: { progressToken, progress: 1_000, total: 1_000 } });
    }
    answer(text("finished"));
  });
  const onProgress = vi.fn();
  await connection.callTool("echo", {}, { onProgress });
  expect(onProgress).toHaveBeenCalledTimes(1);
});

it("is cancelled upstream when it is stopped, and not sent at all when it was stopped before", async () => {
  const { connection, upstream, methods } = await stage(() => undefined);
  const stop = new AbortController();
  const call = connection.callTool("echo", {}, { signal: stop.signal });
  await eventually(() => expect(methods()).toContain("tools/call"));
  const sent = upstream.received.at(-1);
  stop.abort();
  await expect(call).rejects.toMatchObject({ name: "OutcomeUnknownError", reason: "stopped" });
  await eventually(() =>
    expect(upstream.received.at(-1)).toMatchObject({
      method: "notifications/cancelled",
      params: { requestId: sent?.id },
    }),
  );
  const before = upstream.received.length;
  await expect(connection.callTool("echo", {}, { signal: stop.signal })).rejects.toMatchObject({
    name: "NotRunError",
  });
  expect(upstream.received).toHaveLength(before);
});

it("cuts a long result with a note, and does not read one without end", async () => {
  const { connection } = await stage(({ message, answer }) => {
    const length = Number(Reflect.get(Object(message.params?.arguments), "length"));
    answer(text("x".repeat(length)));
  });
  const long = await connection.callTool("echo", { length: 3_000_000 });
  expect(JSON.stringify(long).length).toBeLessThanOrEqual(1_000_000);
  expect(long.note).toContain("left out");
  await expect(connection.callTool("echo", { length: 11_000_000 })).rejects.toMatchObject({
    name: "OutcomeUnknownError",
    reason: "unreadable",
  });
  expect(await connection.callTool("echo", { length: 3 })).toMatchObject(text("xxx"));
});

it("hides what is secret before it cuts", async () => {
  const token = "eyJhbGciOi.".repeat(30);
  const { connection } = await stage(({ message, answer, answerError }) =>
    Reflect.get(Object(message.params?.arguments), "fail")
      ? answerError(-32_000, `${"x".repeat(250)} ${token}`)
      : answer(text(`${"x".repeat(999_800)} ${token}`)),
  );
  const hide = (words: string) => words.replaceAll(token, "[secret]");
  const cut = await connection.callTool("echo", {}, { hide });
  expect(JSON.stringify(cut)).toContain("[secret]");
  expect(JSON.stringify(cut)).not.toContain("eyJ");
  await expect(connection.callTool("echo", { fail: true }, { hide })).rejects.toMatchObject({
    message: expect.stringMatching(/x \[secret\]$/),
  });
});

it("does not let a stream without end be read either", async () => {
  const { connection } = await stage(({ response }) => {
    response.writeHead(200, { "content-type": "text/event-stream" }).write("data: ");
    const more = () => {
      while (!response.destroyed && response.write("x".repeat(100_000)));
    };
    response.on("drain", more);
    more();
  });
  await expect(connection.callTool("echo", {})).rejects.toMatchObject({ name: "OutcomeUnknownError" });
});
