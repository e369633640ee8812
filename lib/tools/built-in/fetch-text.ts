import { fetch, type Response } from "undici";
import { ToolError } from "../tool.ts";
import { type Network, parseAddress, resolveAddress } from "./checked-address.ts";
import { pinnedAgent } from "./pinned-agent.ts";

const maximumRedirects = 5;
const maximumBytes = 2 * 1024 * 1024;
const textTypes =
  /^(text\/.*|application\/([\w.+-]+\+)?(json|xml|yaml|javascript)|application\/(x-yaml|x-ndjson|toml))$/;

export type FetchedText = { url: string; status: number; contentType: string; text: string };

/** Fetches a text. Each hop is checked anew and connects to nothing but the addresses that were checked. */
export async function fetchText(start: URL, network: Network, signal: AbortSignal): Promise<FetchedText> {
  let url = start;
  for (let hop = 0; hop <= maximumRedirects; hop += 1) {
    const agent = pinnedAgent(await abortable(resolveAddress(url, network), signal));
    try {
      const headers = {
        "user-agent": "Countersign",
        accept: "text/*, application/json, application/xml;q=0.9",
      };
      const response = await fetch(url, { dispatcher: agent, redirect: "manual", signal, headers });
      const location = response.headers.get("location");
      if (response.status < 300 || response.status > 399 || location === null)
        return await read(response, url);
      url = parseAddress(URL.canParse(location, url) ? new URL(location, url).href : "", network);
    } finally {
      await agent.destroy();
    }
  }
  throw new ToolError(`The address redirects more than ${maximumRedirects} times.`);
}

async function read(response: Response, url: URL): Promise<FetchedText> {
  const [contentType = "", ...parameters] = (response.headers.get("content-type") ?? "text/plain")
    .toLowerCase()
    .split(";")
    .map((part) => part.trim());
  if (!textTypes.test(contentType)) throw new ToolError(`The answer is ${contentType}, not text.`);
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of response.body ?? []) {
    length += chunk.byteLength;
    if (length > maximumBytes) throw new ToolError("The answer is larger than 2 MB.");
    chunks.push(chunk);
  }
  const charset = parameters.find((parameter) => parameter.startsWith("charset="))?.slice("charset=".length);
  const text = decode(Buffer.concat(chunks), charset?.replaceAll('"', ""));
  return { url: url.href, status: response.status, contentType, text };
}

function decode(bytes: Uint8Array, charset = "utf-8"): string {
  try {
    return new TextDecoder(charset).decode(bytes);
  } catch {
    return new TextDecoder().decode(bytes);
  }
}

/** A name lookup cannot be stopped; we stop waiting for it. */
async function abortable<Value>(value: Promise<Value>, signal: AbortSignal): Promise<Value> {
  signal.throwIfAborted();
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const stop = () => reject(signal.reason);
  signal.addEventListener("abort", stop, { once: true });
  try {
    return await Promise.race([value, aborted]);
  } finally {
    signal.removeEventListener("abort", stop);
  }
}
