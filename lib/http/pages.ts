import type { IncomingMessage, Server, ServerResponse } from "node:http";
import path from "node:path";
import next from "next";

export type Pages = {
  handle(request: IncomingMessage, response: ServerResponse): Promise<void>;
  /** Development only: the socket by which the bundler tells pages of a change. */
  attach(server: Server): void;
  close(): Promise<void>;
};

/** The pages, by Next. The API does not pass through it: an empty route of its costs five times a bare one. */
export async function openPages(development: boolean): Promise<Pages> {
  process.env.NEXT_TELEMETRY_DISABLED = "1";
  // What Next has to say goes to stderr: stdout is for the ready line. In production its start is silent, so that a
  // start that fails says so on one line.
  console.log = development ? console.error : () => {};
  const app = next({ dev: development, dir: path.resolve(import.meta.dirname, "../..") });
  await app.prepare();
  console.log = console.error;
  const handle = app.getRequestHandler();
  return {
    handle: (request, response) => handle(request, response),
    attach(server) {
      if (development) server.on("upgrade", app.getUpgradeHandler());
    },
    close: () => app.close(),
  };
}
