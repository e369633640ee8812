import { createServer } from "node:http";
import { networkInterfaces } from "node:os";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { listenAnywhere } from "../support/listen-anywhere.ts";
import { startTokenProxy } from "../support/mcp-clients/token-proxy.ts";
import type { Problem } from "../support/runs.ts";
import type { Server } from "../support/server.ts";
import { openStage, type Stage } from "../support/stage.ts";
import { addUpstream, untilUpstream } from "../support/upstreams.ts";
import { waitUntil } from "../support/wait-until.ts";

let stage: Stage;
let server: Server;
beforeAll(async () => {
  stage = await openStage();
  server = stage.server();
});
afterAll(() => stage[Symbol.asyncDispose]());

describe("Countersign's own /mcp is no upstream", () => {
  const outsideAddresses = Object.values(networkInterfaces())
    .flatMap((entries) => entries ?? [])
    .filter(({ internal, family }) => !internal && family === "IPv4")
    .map(({ address }) => address);

  test.each(["127.0.0.1", "localhost", "[::1]", "127.1", "2130706433", "0.0.0.0", ...outsideAddresses])(
    "by the address %s: 422",
    async (host) => {
      const url = `http://${host}:${new URL(server.url).port}/mcp`;
      for (const allowPrivateAddress of [true, false]) {
        const { status, body } = await server.api.post<Problem>("/servers", {
          name: "own",
          url,
          allowPrivateAddress,
        });
        expect([status, body.error?.field]).toEqual([422, "url"]);
      }
    },
  );

  test("another instance's address is ours as well, whatever its path", async () => {
    const other = await stage.start();
    const url = `http://127.0.0.1:${new URL(other.url).port}/sign-in`;
    // Each tells where it listens with its heartbeat.
    await waitUntil("the first instance has heard of the second", async () => {
      const { status, body } = await server.api.post<Problem & { id: string }>("/servers", {
        name: "other",
        url,
        allowPrivateAddress: true,
      });
      if (status === 201) await server.api.delete(`/servers/${body.id}`);
      return status === 422 && body.error?.field === "url";
    });
  });

  test("behind a proxy, with a token and without: recognised by its installation", async () => {
    const proxy = await startTokenProxy(`${server.url}/mcp`, server.key);
    const { status } = await server.api.post("/servers", {
      name: "proxied",
      url: proxy.url,
      allowPrivateAddress: true,
    });
    expect(status).toBe(422);
    await proxy.close();
  });

  test("not at first, but later: the connection is refused, and there are no tools", async () => {
    let target: string | null = null;
    const turning = createServer(async (request, response) => {
      if (target === null) return void response.writeHead(503).end();
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk);
      const { host: _, connection: __, "content-length": ___, ...headers } = request.headers;
      const answer = await fetch(target, {
        method: request.method ?? "GET",
        headers: { ...(headers as Record<string, string>), authorization: `Bearer ${server.key}` },
        body: chunks.length > 0 ? Buffer.concat(chunks) : null,
      });
      response.writeHead(answer.status, { "content-type": answer.headers.get("content-type") ?? "" });
      response.end(Buffer.from(await answer.arrayBuffer()));
    });
    const url = await listenAnywhere(turning);
    const { id } = await addUpstream(server, { name: "turning", url, allowPrivateAddress: true });
    target = `${server.url}/mcp`;
    await server.api.post(`/servers/${id}/reconnect`);
    const view = await untilUpstream(server, id, ({ error }) => /own|itself|Countersign/.test(error ?? ""));
    expect(view).toMatchObject({ state: "failed", toolNames: [] });
    await server.api.delete(`/servers/${id}`);
    turning.close();
  });
});
