import { isDeepStrictEqual } from "node:util";
import { UnauthorizedError } from "@modelcontextprotocol/client";
import { log } from "../log.ts";
import { callThrough } from "./call-through.ts";
import type { CallOptions } from "./call-tool.ts";
import { backOff, realClock } from "./clock.ts";
import { coalesced } from "./coalesced.ts";
import {
  type ConnectionHooks,
  type ConnectionSnapshot,
  callLimits,
  connectMilliseconds,
  initialSnapshot,
  type ServerConfiguration,
} from "./configuration.ts";
import { causesOf, describeFailure } from "./describe-failure.ts";
import type { CallUnderWay } from "./elicitation.ts";
import { NotRunError, RefusedError } from "./errors.ts";
import { type Way, wayTo } from "./open-client.ts";
import type { UpstreamResult } from "./result.ts";
import { openSession, type Session } from "./session.ts";
import { finishSignIn, type SignInOptions } from "./sign-in.ts";

export type Connection = {
  readonly configuration: ServerConfiguration;
  snapshot: () => ConnectionSnapshot;
  /** Begins to connect, and goes on doing so. Returns at once. */
  start: () => void;
  /** Lets go of everything; the state is `disabled` until it is started again. */
  stop: () => Promise<void>;
  /** Tries again now, whatever the back-off says. */
  reconnect: () => void;
  /** The same, where there is no connection and none is being made. */
  tryAgain: () => void;
  /** Reads the list of tools again; a server that fails at it is taken down and tried again. */
  refresh: () => Promise<void>;
  /** Calls a tool by its original name; a connection that is down is given one chance to come back first. */
  callTool: (
    originalName: string,
    input: Record<string, unknown>,
    options?: CallOptions,
  ) => Promise<UpstreamResult>;
  /** Takes what a person brought back from the server's sign-in, and connects with it. */
  finishSignIn: (callback: { code: string; state: string; issuer?: string }) => Promise<void>;
};

/** Holds the connection to one upstream server. Whatever that server does, only what is awaited here can throw. */
export function createConnection(configuration: ServerConfiguration, hooks: ConnectionHooks): Connection {
  const clock = hooks.clock ?? realClock;
  const milliseconds = connectMilliseconds(hooks);
  const server = { id: configuration.id, name: configuration.name };
  const calls = new Set<CallUnderWay>();
  let current = initialSnapshot(configuration);
  let session: Session | null = null;
  let attempt: { end: AbortController; done: Promise<void> } | null = null;
  let way: Way | null = null;
  let failures = 0;
  let cancelRetry: (() => void) | null = null;
  let authorizationUrl: string | null = null;

  const signIn: SignInOptions | null = hooks.signIn
    ? {
        serverId: configuration.id,
        redirectUrl: hooks.signIn.redirectUrl,
        store: hooks.signIn.store(configuration.id),
        now: clock.now,
        onRedirect: (url) => {
          authorizationUrl = url;
        },
      }
    : null;

  const change = (next: Partial<ConnectionSnapshot>) => {
    current = { ...current, ...next };
    try {
      hooks.onChange?.(current);
    } catch (error) {
      log.error({ error: String(error), server: server.name }, "a change of a server's state was not taken");
    }
  };

  const theWay = (): Way => {
    way ??= wayTo(configuration, hooks, signIn);
    return way;
  };

  const letGo = (): Promise<unknown> => {
    cancelRetry?.();
    cancelRetry = null;
    attempt?.end.abort(new Error("given up"));
    attempt = null;
    const ending = session?.end();
    session = null;
    return Promise.resolve(ending);
  };

  const fail = (error: unknown) => {
    void letGo();
    if (error instanceof UnauthorizedError && authorizationUrl !== null) {
      return change({
        state: "needs_sign_in",
        error: "The server wants a person to sign in.",
        authorizationUrl,
      });
    }
    failures += 1;
    const why = describeFailure(error, { stdio: way?.command() ?? null, hide: hooks.hide });
    change({ state: "failed", error: why, authorizationUrl: null });
    // What is refused stays refused until someone changes something.
    if (!isRefusal(error)) cancelRetry = clock.after(backOff(failures, clock.random), connect);
  };

  const open = async (end: AbortController): Promise<void> => {
    try {
      const opened = await openSession({
        way: theWay(),
        server,
        calls,
        clock,
        milliseconds,
        hide: hooks.hide,
        signal: end.signal,
        onLost: (error) => {
          if (session === opened) fail(error);
        },
        onDoubt: () => void refresh(),
      });
      if (attempt?.end !== end) return void opened.end();
      attempt = null;
      session = opened;
      failures = 0;
      const protocolVersion = opened.client.getNegotiatedProtocolVersion() ?? null;
      const { transport, tools } = opened;
      change({ ...tools, state: "ready", error: null, authorizationUrl: null, transport, protocolVersion });
    } catch (error) {
      if (attempt?.end === end) fail(error);
    }
  };

  const connect = () => {
    if (attempt !== null || session !== null) return;
    cancelRetry?.();
    const end = new AbortController();
    // On a later turn, so that nobody who starts it waits for anything.
    const done = Promise.resolve().then(() => open(end));
    attempt = { end, done };
    change({ state: "connecting", authorizationUrl: null });
  };

  const refresh = coalesced(async () => {
    const reading = session;
    try {
      const tools = await reading?.list();
      if (tools && session === reading && !isDeepStrictEqual(tools, listedIn(current))) change(tools);
    } catch (error) {
      // A server that is busy with a call may be slow to answer this; the call is not taken from it.
      if (session === reading && calls.size === 0) fail(error);
    }
  });

  /** A session, if it is there or comes within the time of one attempt. */
  const reach = async (signal?: AbortSignal): Promise<Session> => {
    if (current.state === "disabled") throw new NotRunError(`The server "${server.name}" is switched off.`);
    if (current.state === "needs_sign_in")
      throw new NotRunError(`The server "${server.name}" wants a sign-in first.`);
    if (session === null) connect();
    const stopped = new Promise<void>((resolve) =>
      signal?.addEventListener("abort", () => resolve(), { once: true }),
    );
    await Promise.race([attempt?.done, stopped]);
    if (session !== null) return session;
    throw new NotRunError(
      `The server "${server.name}" is not connected: ${current.error ?? "it was stopped."}`,
    );
  };

  const reconnect = () => {
    void letGo();
    failures = 0;
    connect();
  };

  return {
    configuration,
    snapshot: () => current,
    start: () => {
      if (current.state === "disabled") connect();
    },
    stop: async () => {
      const ending = letGo();
      const leaving = way;
      way = null;
      change({ state: "disabled", error: null, authorizationUrl: null });
      await ending;
      await leaving?.close();
    },
    reconnect,
    tryAgain: () => {
      if (current.state === "failed" || current.state === "needs_sign_in") reconnect();
    },
    refresh,
    callTool: (originalName, input, options = {}) =>
      callThrough(
        {
          reach,
          tool: () => current.tools.find((tool) => tool.originalName === originalName),
          session: ({ client }) => ({
            client,
            server,
            calls,
            clock,
            limits: callLimits(configuration),
          }),
          onLost: (lost, error) => {
            if (session === lost) fail(error);
          },
          onDoubt: () => void refresh(),
        },
        originalName,
        input,
        options,
      ),
    finishSignIn: async (callback) => {
      const { http } = theWay();
      if (signIn === null || http === null) throw new RefusedError("This server has no sign-in.");
      await finishSignIn(signIn, callback, http);
      reconnect();
    },
  };
}

const listedIn = ({ tools, problems }: ConnectionSnapshot) => ({ tools, problems });

const isRefusal = (error: unknown): boolean =>
  [...causesOf(error)].some((cause) => cause instanceof RefusedError);
