import { createServer, request as httpRequest, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { sendWebResponse, toWebRequest } from "./web-bridge.ts";

async function serve(
  handle: (request: IncomingMessage, response: ServerResponse) => unknown,
): Promise<string> {
  const server = createServer((request, response) => void handle(request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test("the head of a request goes on without what proves who sent it", async () => {
  const seen = Promise.withResolvers<Request>();
  const url = await serve((request, response) => {
    seen.resolve(toWebRequest(request, new AbortController().signal));
    response.end();
  });
  await fetch(`${url}/mcp?a=1`, {
    headers: { authorization: "Bearer token", cookie: "session=1", "mcp-session-id": "s" },
  });
  const request = await seen.promise;
  expect(new URL(request.url).pathname).toBe("/mcp");
  expect(request.headers.get("mcp-session-id")).toBe("s");
  expect(request.headers.get("authorization")).toBeNull();
  expect(request.headers.get("cookie")).toBeNull();
});

test("the head and each piece of an answer are sent at once", async () => {
  const pieces = new TransformStream<string, string>();
  const writer = pieces.writable.getWriter();
  const body = pieces.readable.pipeThrough(new TextEncoderStream());
  const url = await serve((_request, response) =>
    sendWebResponse(new Response(body, { status: 201 }), response),
  );
  const response = await fetch(url);
  expect(response.status).toBe(201);
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  for (const piece of ["one", "two"]) {
    await writer.write(piece);
    expect((await reader?.read())?.value).toBe(piece);
  }
  await writer.close();
  expect((await reader?.read())?.done).toBe(true);
});

test("a slow reader is waited for, and one who leaves ends the source", async () => {
  const cancelled = Promise.withResolvers<number>();
  let pulled = 0;
  const body = new ReadableStream({
    pull(controller) {
      pulled += 1;
      controller.enqueue(new Uint8Array(1024 * 1024));
    },
    cancel: () => cancelled.resolve(pulled),
  });
  const url = await serve((_request, response) => sendWebResponse(new Response(body), response));
  const request = httpRequest(url, (response) => response.once("readable", () => request.destroy()));
  request.on("error", () => {}).end();
  expect(await cancelled.promise).toBeLessThan(100);
});
