import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";
import { owner, type Principal } from "../auth/principal.ts";
import { createMcpEndpoint, type McpEndpoint, type McpEndpointOptions } from "./endpoint.ts";

export const other: Principal = { id: "other", name: "Other" };

/** Stands for the sign-in in front of the endpoint. */
export const ownerToken = "owner-token";
export const otherToken = "other-token";
const principals = new Map([
  [`Bearer ${ownerToken}`, owner],
  [`Bearer ${otherToken}`, other],
]);

export const installationId = "3f0c7a52-1f2c-4c2e-9a51-6a4a8e3b9d10";
export const secret = "a secret of this installation, long enough";

export type Served = { url: string; endpoints: McpEndpoint[]; connections(): Promise<number> };

type Options = Omit<McpEndpointOptions, "secret" | "installationId" | "version">;

/** Serves on loopback until the test ends; several endpoints take the requests in turn. */
export async function serveEndpoint(options: Options, instances = 1): Promise<Served> {
  const endpoints = Array.from({ length: instances }, () =>
    createMcpEndpoint({ ...options, secret, installationId, version: "1.2.3" }),
  );
  let turn = 0;
  const server = createServer((request, response) => {
    const principal = principals.get(request.headers.authorization ?? "");
    if (!principal) return void response.writeHead(401).end();
    turn += 1;
    void endpoints[turn % instances]?.handle(request, response, principal);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(async () => {
    await Promise.all(endpoints.map((endpoint) => endpoint.close()));
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/mcp`,
    endpoints,
    connections: () =>
      new Promise((resolve, reject) =>
        server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
      ),
  };
}
