import { isIP } from "node:net";
import { fetch } from "undici";
import { AppError } from "../../errors.ts";
import { RefusedError } from "../../mcp-client/errors.ts";
import { checkedAgent, checkHeaders, parseServerUrl } from "../../mcp-client/network.ts";
import { installationHeader } from "../../mcp-client/own-installation.ts";
import { unlessAborted } from "../unless-aborted.ts";
import type { ServerServices } from "./server-services.ts";

const probeMilliseconds = 2_000;

/**
 * What can be told of a server before it is added: whether its address may be one at all, and whether it is our own
 * /mcp, by the address or by the installation that answers there. A server that does not answer is added all the same.
 */
export async function refuseOwn(
  { network, installationId }: Pick<ServerServices, "network" | "installationId">,
  server: { url: string; headers?: Record<string, string> | undefined; allowPrivateAddress: boolean },
): Promise<void> {
  refusedBy("headers", () => checkHeaders(server.headers ?? {}));
  const url = refusedBy("url", () => parseServerUrl(server.url));
  const signal = AbortSignal.timeout(probeMilliseconds);
  if (await isOwnAddress(network, url, signal)) throw own();
  const agent = checkedAgent(network, {
    allowPrivateAddress: server.allowPrivateAddress,
    connectMilliseconds: probeMilliseconds,
  });
  const answer = await fetch(url, { dispatcher: agent, redirect: "manual", signal }).catch(() => null);
  await answer?.body?.cancel();
  void agent.destroy();
  if (answer?.headers.get(installationHeader) === installationId) throw own();
}

async function isOwnAddress(
  network: ServerServices["network"],
  url: URL,
  signal: AbortSignal,
): Promise<boolean> {
  const host = url.hostname.replace(/^\[(.*)\]$/, "$1");
  const port = Number(url.port || (url.protocol === "https:" ? 443 : 80));
  const addresses = isIP(host)
    ? [{ address: host }]
    : await unlessAborted(network.resolve(host), signal).catch(() => []);
  return addresses.some(({ address }) => network.isOwn(address, port));
}

const own = () =>
  new AppError("invalid", "url: this is Countersign's own /mcp; its tools are here already", {
    field: "url",
  });

function refusedBy<Value>(field: "url" | "headers", check: () => Value): Value {
  try {
    return check();
  } catch (error) {
    if (error instanceof RefusedError) throw new AppError("invalid", error.message, { field });
    throw error;
  }
}
