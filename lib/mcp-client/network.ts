import type { LookupAddress } from "node:dns";
import { isIP, type LookupFunction } from "node:net";
import { Agent, buildConnector } from "undici";
import { NotReachedError, RefusedError } from "./errors.ts";

/** How names become addresses, and which of them may be reached. Given from outside; tests bring their own. */
export type Network = {
  resolve: (hostname: string) => Promise<LookupAddress[]>;
  /** An address of the public internet. */
  allows: (address: string) => boolean;
  /** Where this installation itself listens: refused, whatever the switches say. */
  isOwn: (address: string, port: number) => boolean;
};

const managed = /^(host|connection|content-length|transfer-encoding|keep-alive|te|trailer|upgrade|mcp-.*)$/i;

/** Headers that a person set, as long as they do not change what a request is or where it goes. */
export function checkHeaders(headers: Readonly<Record<string, string>>): void {
  const wrong = Object.keys(headers).find((name) => managed.test(name));
  if (wrong !== undefined) throw new RefusedError(`The header "${wrong}" cannot be set.`);
  try {
    new Headers(headers);
  } catch {
    throw new RefusedError("A header's name or value has a character that is not allowed.");
  }
}

/** What can be said of an address without asking anyone. */
export function parseServerUrl(input: string): URL {
  const url = URL.canParse(input) ? new URL(input) : null;
  if (!url) throw new RefusedError("The address is not a complete URL such as https://example.com/mcp.");
  if (url.protocol !== "http:" && url.protocol !== "https:") {
    throw new RefusedError("Only http and https addresses can be servers.");
  }
  if (url.username !== "" || url.password !== "") {
    throw new RefusedError("The address has a user name or password in it; give them as a header instead.");
  }
  url.hash = "";
  return url;
}

/**
 * An agent that checks each address in the moment of connecting, literal or looked up, and connects to that very one.
 * It is asked for every request, so redirects and the hosts of a sign-in pass the same check.
 */
export function checkedAgent(
  network: Network,
  options: { allowPrivateAddress: boolean; connectMilliseconds: number },
): Agent {
  const check = (host: string, addresses: LookupAddress[], port: number): void => {
    if (addresses.length === 0) throw new NotReachedError(`"${host}" has no address.`);
    for (const { address } of addresses) {
      if (network.isOwn(address, port)) {
        throw new RefusedError("The address is one that Countersign itself listens on.");
      }
      if (!options.allowPrivateAddress && !network.allows(address)) {
        throw new RefusedError(
          `"${host}" is a private or local address, which is not allowed for this server.`,
        );
      }
    }
  };
  return new Agent({
    // Our own clocks end what takes too long; an idle stream of events is no fault.
    bodyTimeout: 0,
    headersTimeout: 0,
    // A connection for each request: on one that was kept, and that the other side is just closing, nobody could say
    // whether a call was still taken. To know that is worth a handshake.
    pipelining: 0,
    connect: (target, callback) => {
      const host = target.hostname.replace(/^\[(.*)\]$/, "$1");
      const port = Number(target.port) || (target.protocol === "https:" ? 443 : 80);
      const connect = (addresses: LookupAddress[]) => {
        check(host, addresses, port);
        const connector = buildConnector({ timeout: options.connectMilliseconds, lookup: only(addresses) });
        connector(target, (...[error, socket]) => {
          if (error) callback(new NotReachedError(`"${host}" cannot be reached`, { cause: error }), null);
          else callback(null, socket);
        });
      };
      const family = isIP(host);
      const found = family === 0 ? lookUp(network, host) : Promise.resolve([{ address: host, family }]);
      found.then(connect).catch((error) => callback(error, null));
    },
  });
}

async function lookUp(network: Network, host: string): Promise<LookupAddress[]> {
  try {
    return await network.resolve(host.replace(/\.$/, ""));
  } catch (error) {
    throw new NotReachedError(`"${host}" could not be found.`, { cause: error });
  }
}

const only =
  (addresses: LookupAddress[]): LookupFunction =>
  (_hostname, options, callback) => {
    const [first] = addresses;
    if (options.all) callback(null, addresses);
    else callback(null, first?.address ?? "", first?.family);
  };
