import {
  Client,
  type FetchLike,
  SSEClientTransport,
  SseError,
  type Transport,
} from "@modelcontextprotocol/client";
import { type ConnectionHooks, connectMilliseconds, type ServerConfiguration } from "./configuration.ts";
import { statusOf } from "./describe-failure.ts";
import { RefusedError } from "./errors.ts";
import { HttpTransport } from "./http-transport.ts";
import { checkedAgent, checkHeaders, parseServerUrl } from "./network.ts";
import { refuseOwnServer } from "./own-installation.ts";
import type { SignInOptions } from "./sign-in.ts";
import { signInAuth } from "./sign-in-auth.ts";
import { StdioTransport } from "./stdio-transport.ts";
import { upstreamFetch } from "./upstream-fetch.ts";

export type OpenClient = { client: Client; transport: "http" | "sse" | "stdio" };

/** How to reach one server, made once for its configuration. */
export type Way = {
  /** Connects; `prepare` sees each client before it speaks. What does not answer until the signal is given up. */
  open: (signal: AbortSignal, prepare: (client: Client) => void) => Promise<OpenClient>;
  /** The command of the last attempt, for what it said when it ended. */
  command: () => StdioTransport | null;
  http: { url: URL; fetch: FetchLike } | null;
  /** Lets go of every connection. */
  close: () => Promise<void>;
};

type Attempt = { signal: AbortSignal; prepare: (client: Client) => void; legacy?: boolean };

export function wayTo(
  configuration: ServerConfiguration,
  hooks: ConnectionHooks,
  signIn: SignInOptions | null,
): Way {
  const milliseconds = connectMilliseconds(hooks);
  const connect = async (transport: Transport, { signal, prepare, legacy }: Attempt): Promise<Client> => {
    // A local command that is silent about the newer revision still gets its time for the older one.
    const client = newClient(
      hooks.version,
      transport instanceof StdioTransport ? Math.ceil(milliseconds / 3) : milliseconds,
    );
    prepare(client);
    // The SDK's signal does not reach a start or a probe that hangs.
    const giveUp = () => void transport.close().catch(() => undefined);
    signal.addEventListener("abort", giveUp, { once: true });
    try {
      const known = legacy ? { prior: { kind: "legacy" as const } } : {};
      await abortable(client.connect(transport, { signal, timeout: milliseconds, ...known }), signal);
      refuseOwnServer(client, hooks.installationId);
      return client;
    } catch (error) {
      await transport.close().catch(() => undefined);
      throw error;
    } finally {
      signal.removeEventListener("abort", giveUp);
    }
  };
  if (configuration.command !== undefined) return wayOfCommand(configuration, connect);
  return wayOfUrl(configuration, hooks, signIn, milliseconds, connect);
}

type Connect = (transport: Transport, attempt: Attempt) => Promise<Client>;

function wayOfCommand(configuration: ServerConfiguration, connect: Connect): Way {
  let last: StdioTransport | null = null;
  const start = (attempt: Attempt) => {
    const { command = "", args = [], env = {} } = configuration;
    last = new StdioTransport({ command, args, env });
    return connect(last, attempt);
  };
  return {
    open: async (signal, prepare) => {
      try {
        return { client: await start({ signal, prepare }), transport: "stdio" };
      } catch (error) {
        // Servers of the older revision may end themselves when they are asked for the newer one.
        if (signal.aborted || !last?.exit) throw error;
        return { client: await start({ signal, prepare, legacy: true }), transport: "stdio" };
      }
    },
    command: () => last,
    http: null,
    close: async () => last?.close(),
  };
}

function wayOfUrl(
  configuration: ServerConfiguration,
  hooks: ConnectionHooks,
  signIn: SignInOptions | null,
  milliseconds: number,
  connect: Connect,
): Way {
  if (configuration.url === undefined)
    throw new RefusedError("The server has neither an address nor a command.");
  const url = parseServerUrl(configuration.url);
  const { headers = {}, allowPrivateAddress = false } = configuration;
  checkHeaders(headers);
  const agent = checkedAgent(hooks.network, { allowPrivateAddress, connectMilliseconds: milliseconds });
  const fetch = upstreamFetch({ server: url, agent, headers, installationId: hooks.installationId });
  const given = Object.keys(headers).some((name) => name.toLowerCase() === "authorization");
  const options = {
    fetch,
    ...(signIn && !given ? { authProvider: signInAuth(signIn, { url, fetch }) } : {}),
  };
  return {
    open: async (signal, prepare) => {
      try {
        return {
          client: await connect(new HttpTransport(url, options), { signal, prepare }),
          transport: "http",
        };
      } catch (error) {
        if (signal.aborted || ![400, 404, 405, 406, 415].includes(statusOf(error) ?? 0)) throw error;
        const older = new SSEClientTransport(url, options);
        const client = await connect(older, { signal, prepare, legacy: true }).catch((second) => {
          // Neither is spoken there: the answer to the current way says more.
          throw second instanceof SseError ? error : second;
        });
        return { client, transport: "sse" };
      }
    },
    command: () => null,
    http: { url, fetch },
    close: () => agent.destroy(),
  };
}

function newClient(version: string, timeoutMs: number): Client {
  return new Client(
    { name: "countersign", version },
    {
      capabilities: { elicitation: { form: {} } },
      versionNegotiation: { mode: "auto", probe: { timeoutMs } },
      inputRequired: { autoFulfill: false },
    },
  );
}

function abortable<Value>(value: Promise<Value>, signal: AbortSignal): Promise<Value> {
  const { promise, resolve, reject } = Promise.withResolvers<Value>();
  const stop = () => reject(signal.reason);
  if (signal.aborted) stop();
  signal.addEventListener("abort", stop, { once: true });
  value.then(resolve, reject).finally(() => signal.removeEventListener("abort", stop));
  return promise;
}
