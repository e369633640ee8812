import type { LookupAddress } from "node:dns";
import { lookup } from "node:dns/promises";
import { isIP } from "node:net";
import { ToolError } from "../tool.ts";
import { isPublicAddress } from "./public-address.ts";

/** How names become addresses, and which may be reached. The product has one; tests bring their own. */
export type Network = {
  resolve: (hostname: string) => Promise<LookupAddress[]>;
  allows: (address: string) => boolean;
};

export const publicNetwork: Network = {
  resolve: (hostname) => lookup(hostname, { all: true }),
  allows: isPublicAddress,
};

const refused = (hostname: string): ToolError =>
  new ToolError(`"${hostname}" is not on the public internet; private and local addresses are not fetched.`);

/** What can be refused without asking anyone: the form of the address, and a host that is an address itself. */
export function parseAddress(input: string, network: Network): URL {
  const url = URL.canParse(input) ? new URL(input) : null;
  if (!url) throw new ToolError("The address is not a complete URL such as https://example.com/page.");
  if (url.protocol !== "http:" && url.protocol !== "https:") {
    throw new ToolError("Only http and https addresses are fetched.");
  }
  if (url.username !== "" || url.password !== "") {
    throw new ToolError("An address with a user name or password is not fetched.");
  }
  url.hash = "";
  const host = hostOf(url);
  if (host === "localhost" || host.endsWith(".localhost")) throw refused(host);
  if (isIP(host) !== 0 && !network.allows(host)) throw refused(host);
  return url;
}

/** The addresses behind a URL. One that may not be reached refuses them all: an honest name has none. */
export async function resolveAddress(url: URL, network: Network): Promise<LookupAddress[]> {
  const host = hostOf(url);
  const family = isIP(host);
  const addresses = family === 0 ? await resolveName(host, network) : [{ address: host, family }];
  if (addresses.length === 0) throw new ToolError(`"${host}" has no address.`);
  if (!addresses.every(({ address }) => network.allows(address))) throw refused(host);
  return addresses;
}

async function resolveName(host: string, network: Network): Promise<LookupAddress[]> {
  try {
    return await network.resolve(host);
  } catch {
    throw new ToolError(`"${host}" could not be found.`);
  }
}

function hostOf(url: URL): string {
  return url.hostname.replace(/^\[(.*)\]$/, "$1").replace(/\.$/, "");
}
