import { request } from "node:http";
import type { Server } from "./server.ts";

export type RawAnswer = { status: number; headers: NodeJS.Dict<string | string[]>; body: string };

/** A request with exactly these headers, Host and Cookie included, and without the token unless given. */
export function rawRequest(
  server: Pick<Server, "url">,
  method: string,
  path: string,
  headers: Record<string, string> = {},
  body?: string,
): Promise<RawAnswer> {
  const { hostname, port } = new URL(server.url);
  const length: Record<string, string> = body ? { "content-length": String(Buffer.byteLength(body)) } : {};
  return new Promise((resolve, reject) => {
    const options = { hostname, port, method, path, headers: { ...headers, ...length }, agent: false };
    const sent = request(options, (response) => {
      const { statusCode = 0 } = response;
      // A stream that was let in never ends: its status says enough.
      if (response.headers["content-type"]?.includes("event-stream")) {
        resolve({ status: statusCode, headers: response.headers, body: "" });
        response.destroy();
        return;
      }
      const pieces: Buffer[] = [];
      response.on("data", (piece: Buffer) => pieces.push(piece));
      response.on("end", () =>
        resolve({
          status: statusCode,
          headers: response.headers,
          body: Buffer.concat(pieces).toString("utf8"),
        }),
      );
      response.on("error", reject);
    });
    sent.on("error", reject);
    sent.end(body);
  });
}
