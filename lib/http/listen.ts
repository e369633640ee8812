import { once } from "node:events";
import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { answerStarting } from "./starting.ts";

export type Listener = {
  server: Server;
  port: number;
  url: string;
  /** Until then a request is told to come back. */
  serve(handler: RequestListener): void;
  close(): Promise<void>;
};

/** Takes the port first: whether it is free is known before the database is opened. */
export async function listen(host: string, port: number): Promise<Listener> {
  let handler: RequestListener = answerStarting;
  const server = createServer({ keepAliveTimeout: 30_000 }, (request, response) =>
    handler(request, response),
  );
  server.listen(port, host);
  await once(server, "listening");
  const { port: taken } = server.address() as AddressInfo;
  return {
    server,
    port: taken,
    url: `http://${host.includes(":") ? `[${host}]` : host}:${taken}`,
    serve(next) {
      handler = next;
    },
    async close() {
      const closed = once(server, "close");
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
