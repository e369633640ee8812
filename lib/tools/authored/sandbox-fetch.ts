import { Headers, type Response } from "undici";
import { z } from "zod";
import { type Network, parseAddress } from "../built-in/checked-address.ts";
import { ToolError } from "../tool.ts";
import { isAllowedHost } from "./allowed-host.ts";
import { readAnswer } from "./read-answer.ts";
import { sendRequest } from "./send-request.ts";

const maximumRedirects = 5;
const maximumBodyBytes = 2 * 1024 * 1024;

/** What steers the connection is ours: a `host` of the code's choice could reach another site at a listed address. */
const ownHeaders =
  /^(host|connection|content-length|expect|keep-alive|te|trailer|transfer-encoding|upgrade|via|proxy-.*|sec-.*)$/i;
/** What may go along to another origin; any other header may be a credential. */
const harmlessHeaders = ["accept", "accept-language", "content-type"];

export const fetchRequestSchema = z.strictObject({
  url: z.string().max(8_000),
  method: z
    .string()
    .toUpperCase()
    .pipe(z.enum(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]))
    .default("GET"),
  headers: z.record(z.string().max(200), z.string().max(16_000)).default({}),
  body: z.string().nullish(),
});
type FetchRequest = z.infer<typeof fetchRequestSchema>;

export type FetchAnswer = { status: number; headers: Record<string, string>; text: string };

/** Each hop is checked against the list and resolved anew, and connects to nothing but what was checked. */
export async function sandboxFetch(
  request: FetchRequest,
  { hosts, network, signal }: { hosts: readonly string[]; network: Network; signal: AbortSignal },
): Promise<FetchAnswer> {
  let { method, body = null } = request;
  let headers = requestHeaders(request.headers);
  if (body !== null && Buffer.byteLength(body) > maximumBodyBytes)
    throw new ToolError("The body is larger than 2 MB.");
  if (body !== null && (method === "GET" || method === "HEAD"))
    throw new ToolError(`A ${method} has no body.`);
  let url = allowed(request.url, hosts, network);
  for (let hop = 0; hop <= maximumRedirects; hop += 1) {
    const from = url;
    const answer = await sendRequest(
      { url, method, headers, body },
      { network, signal },
      async (response) => {
        const next = redirection(response, from);
        return next === null ? readAnswer(response) : { status: response.status, next };
      },
    );
    if (!("next" in answer)) return answer;
    url = allowed(answer.next, hosts, network);
    if ((answer.status === 303 && method !== "HEAD") || (answer.status < 303 && method === "POST")) {
      [method, body] = ["GET", null];
    }
    if (url.origin !== from.origin) {
      if (body !== null) throw new ToolError("A request with a body is not redirected to another host.");
      headers = new Headers([...headers].filter(([name]) => harmlessHeaders.includes(name)));
    }
  }
  throw new ToolError(`The address redirects more than ${maximumRedirects} times.`);
}

/** Before anything is looked up: a name alone can carry data to whoever answers for it. */
function allowed(address: string, hosts: readonly string[], network: Network): URL {
  const url = parseAddress(address, network);
  if (isAllowedHost(url, hosts)) return url;
  throw new ToolError(`"${url.host}" is not among the hosts that this tool may reach.`);
}

function requestHeaders(given: Record<string, string>): Headers {
  const headers = new Headers({ "user-agent": "Countersign" });
  for (const [name, value] of Object.entries(given)) {
    if (ownHeaders.test(name)) throw new ToolError(`The header "${name}" cannot be set.`);
    try {
      headers.set(name, value);
    } catch {
      throw new ToolError(`The header "${name}" is not valid.`);
    }
  }
  return headers;
}

function redirection(response: Response, from: URL): string | null {
  const location = response.headers.get("location");
  if (location === null || ![301, 302, 303, 307, 308].includes(response.status)) return null;
  return URL.canParse(location, from) ? new URL(location, from).href : "";
}
