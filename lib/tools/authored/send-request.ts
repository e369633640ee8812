import { fetch, type Headers, type Response } from "undici";
import { type Network, resolveAddress } from "../built-in/checked-address.ts";
import { pinnedAgent } from "../built-in/pinned-agent.ts";
import { unlessAborted } from "../unless-aborted.ts";

/** The request may have arrived, and its answer did not come whole: what it did is not known. */
export class AnswerLostError extends Error {
  constructor(cause: unknown) {
    super("The answer was lost.", { cause });
    this.name = "AnswerLostError";
  }
}

type Request = { url: URL; method: string; headers: Headers; body: string | null };

/** One request, resolved anew, to nothing but the addresses that were checked. */
export async function sendRequest<Answer>(
  { url, method, headers, body }: Request,
  { network, signal }: { network: Network; signal: AbortSignal },
  read: (response: Response) => Promise<Answer>,
): Promise<Answer> {
  const agent = pinnedAgent(await unlessAborted(resolveAddress(url, network), signal));
  let connected = false;
  agent.once("connect", () => {
    connected = true;
  });
  try {
    return await read(
      await fetch(url, { dispatcher: agent, redirect: "manual", signal, method, headers, body }),
    );
  } catch (error) {
    throw connected ? new AnswerLostError(error) : error;
  } finally {
    await agent.destroy();
  }
}
