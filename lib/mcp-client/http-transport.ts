import {
  type FetchLike,
  InsufficientScopeError,
  type JSONRPCMessage,
  StreamableHTTPClientTransport,
} from "@modelcontextprotocol/client";
import type { SignInAuth } from "./sign-in-auth.ts";

/** Of our own making, in no answer of an honest server. */
export const lostCode = -32_990;

const leaveMilliseconds = 1_000;

type Send = StreamableHTTPClientTransport["send"];

/**
 * A stream that ends without the answer it was opened for would leave its request waiting until the timeout: the SDK's
 * protocol does not listen for that end. Here the request is told at once.
 */
export class HttpTransport extends StreamableHTTPClientTransport {
  readonly #signIn: SignInAuth | undefined;

  constructor(url: URL, options: { fetch: FetchLike; authProvider?: SignInAuth }) {
    super(url, options);
    this.#signIn = options.authProvider;
  }

  override async send(...[message, options]: Parameters<Send>): ReturnType<Send> {
    try {
      await this.#send(message, options);
    } catch (error) {
      if (error instanceof InsufficientScopeError && this.#signIn) await this.#signIn.askForMore(error);
      throw error;
    }
  }

  #send(...[message, options]: Parameters<Send>): ReturnType<Send> {
    const id = Array.isArray(message) || options?.onRequestStreamEnd ? null : requestId(message);
    if (id === null) return super.send(message, options);
    const onRequestStreamEnd = () => {
      this.onmessage?.({
        jsonrpc: "2.0",
        id,
        error: { code: lostCode, message: "The connection ended before the answer." },
      });
    };
    return super.send(message, { ...options, onRequestStreamEnd });
  }

  /** Tells the server that the session is over, as far as it listens. */
  async leave(): Promise<void> {
    const waited = new Promise<void>((resolve) => setTimeout(resolve, leaveMilliseconds).unref());
    await Promise.race([this.terminateSession().catch(() => undefined), waited]);
  }
}

const requestId = (message: JSONRPCMessage): string | number | null =>
  "method" in message && "id" in message ? message.id : null;
