import { once } from "node:events";
import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect } from "vitest";
import type { Network } from "../built-in/checked-address.ts";
import { isPublicAddress } from "../built-in/public-address.ts";
import { attemptBody } from "./test-sandbox.ts";

const servers: Server[] = [];

export function closeServersAfterEach(): void {
  afterEach(() => {
    for (const server of servers.splice(0)) {
      server.closeAllConnections();
      server.close();
    }
  });
}

export async function serve(listener: RequestListener): Promise<number> {
  const server = createServer(listener).listen(0, "127.0.0.1");
  servers.push(server);
  await once(server, "listening");
  return (server.address() as AddressInfo).port;
}

const names: Record<string, string[]> = {
  "public.test": ["127.0.0.1"],
  "other.test": ["127.0.0.1"],
  "api.public.test": ["127.0.0.1"],
  "inside.test": ["10.1.2.3"],
  "mixed.test": ["8.8.8.8", "192.168.0.1"],
  "loopback.test": ["::1"],
};

/** A small internet: 127.0.0.1 stands for a public host, and every other rule is the product's own. */
export function internet(): Network & { asked: string[] } {
  const asked: string[] = [];
  return {
    asked,
    resolve: async (hostname) => {
      asked.push(hostname);
      const found = names[hostname];
      if (!found) throw new Error("ENOTFOUND");
      return found.map((address) => ({ address, family: address.includes(":") ? 6 : 4 }));
    },
    allows: (address) => address === "127.0.0.1" || isPublicAddress(address),
  };
}

export const attemptFetch = (body: string, hosts: string[], network: Network = internet()) =>
  attemptBody(body, { capabilities: { hosts }, network });
export const refusal = (text: string) => ({ ok: false, error: expect.stringContaining(text) });
