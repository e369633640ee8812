import { type Client, SdkError, SdkErrorCode, SseError } from "@modelcontextprotocol/client";
import type { Clock } from "./clock.ts";
import { answerQuestions, type CallUnderWay, type Question } from "./elicitation.ts";
import type { Hide } from "./hide.ts";
import { HttpTransport } from "./http-transport.ts";
import { listTools } from "./list-tools.ts";
import type { Way } from "./open-client.ts";
import { type ReadTools, readTools } from "./read-tools.ts";
import { watchList } from "./watch-list.ts";

/** One connected client, from its handshake until it is lost. */
export type Session = {
  client: Client;
  transport: "http" | "sse" | "stdio";
  tools: ReadTools;
  list: () => Promise<ReadTools>;
  end: () => Promise<void>;
};

type Opening = {
  way: Way;
  server: Question["server"];
  calls: Set<CallUnderWay>;
  clock: Clock;
  milliseconds: number;
  hide: Hide | undefined;
  /** Ends the attempt; once it is open, `end` does. */
  signal: AbortSignal;
  onLost: (error: Error) => void;
  /** The list may have changed, or the server may be gone: to be looked at. */
  onDoubt: () => void;
};

/** Connects and reads the tools, both within the time that is given. */
export async function openSession(opening: Opening): Promise<Session> {
  const { way, server, calls, clock, milliseconds, signal } = opening;
  const deadline = new AbortController();
  const cancel = clock.after(milliseconds, () => {
    deadline.abort(new SdkError(SdkErrorCode.RequestTimeout, "The server did not answer in time."));
  });
  const ended = new AbortController();
  const opened = AbortSignal.any([signal, deadline.signal]);
  /** The client that got through its handshake. */
  let connected: Client | null = null;
  let ready = false;
  const closed = new WeakSet<Client>();
  const lost = () => new SdkError(SdkErrorCode.ConnectionClosed, "closed");
  const prepare = (client: Client) => {
    answerQuestions(client, server, calls);
    client.onclose = () => {
      closed.add(client);
      if (ready && !ended.signal.aborted) opening.onLost(lost());
    };
    client.onerror = (error) => {
      if (client !== connected) return;
      // A broken stream of the older transport takes every answer with it; the current one comes back by itself.
      if (error instanceof SseError) void client.close();
      else if (/Maximum reconnection attempts/.test(error.message)) opening.onDoubt();
    };
  };
  try {
    const { client, transport } = await way.open(opened, prepare);
    connected = client;
    const end = async () => {
      ended.abort();
      if (client.transport instanceof HttpTransport) await client.transport.leave();
      await client.close().catch(() => undefined);
    };
    const list = async (limit: AbortSignal) =>
      readTools(server.name, await listTools(client, { signal: limit, timeout: milliseconds }), opening.hide);
    try {
      // From before the list is read: what changes meanwhile may not be in it.
      const watch = watchList({ client, clock, signal: ended.signal, onChanged: opening.onDoubt });
      const tools = await list(opened);
      if (closed.has(client)) throw lost();
      ready = true;
      watch.begin();
      return { client, transport, tools, list: () => list(ended.signal), end };
    } catch (error) {
      await end();
      throw error;
    }
  } catch (error) {
    throw deadline.signal.aborted ? deadline.signal.reason : error;
  } finally {
    cancel();
  }
}
