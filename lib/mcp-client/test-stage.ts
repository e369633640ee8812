import { onTestFinished } from "vitest";
import { type Exchange, type RawUpstream, startRawUpstream } from "../../e2e/support/mcp/raw-upstream.ts";
import { testClock } from "./test-clock.ts";
import { watch } from "./test-connection.ts";

export type UpstreamOptions = NonNullable<Parameters<typeof startRawUpstream>[0]>;

export const text = (value: string) => ({ content: [{ type: "text", text: value }] });

/** A server that is gone when the test is. */
export async function upstream(options: UpstreamOptions = {}): Promise<RawUpstream> {
  const server = await startRawUpstream(options);
  onTestFinished(() => server.close());
  return server;
}

/** A connected server whose calls are answered by the test. */
export async function stage(
  call: (exchange: Exchange) => void | Promise<void>,
  options: UpstreamOptions = {},
) {
  const server = await upstream({ ...options, on: { "tools/call": call, ...options.on } });
  const clock = testClock();
  const watched = watch({ url: server.url, timeoutSeconds: 30 }, { clock });
  await watched.settled();
  return { ...watched, clock, upstream: server, methods: () => server.received.map(({ method }) => method) };
}
