import { createServer, request as forward, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";

export type TokenProxy = { url: string; close(): Promise<void> };

/** Adds the token for programs that cannot send one. What they say of Host and Origin goes on, but for our own name. */
export async function startTokenProxy(target: string, token: string): Promise<TokenProxy> {
  const { host, pathname } = new URL(target);
  const server = createServer((incoming, outgoing) => {
    const own = `127.0.0.1:${(server.address() as AddressInfo).port}`;
    const renamed = (value: string | undefined) => value?.replace(own, host);
    const headers: IncomingHttpHeaders = { ...incoming.headers, authorization: `Bearer ${token}` };
    for (const name of ["host", "origin"] as const) {
      if (headers[name] !== undefined) headers[name] = renamed(headers[name]);
    }
    const passed = forward(target, { method: incoming.method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      outgoing.flushHeaders();
      answer.pipe(outgoing);
    });
    passed.on("error", () => outgoing.destroy());
    outgoing.on("close", () => passed.destroy());
    incoming.pipe(passed);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}${pathname}`,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
