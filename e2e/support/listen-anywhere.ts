import type { AddressInfo } from "node:net";

/** On loopback, at a port that is free; the address of what would be an MCP server there. */
export async function listenAnywhere(listening: {
  listen: (port: number, host: string, done: () => void) => unknown;
  address: () => unknown;
}) {
  await new Promise<void>((resolve) => listening.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${(listening.address() as AddressInfo).port}/mcp`;
}
