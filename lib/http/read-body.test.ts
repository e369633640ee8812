import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readJson } from "./read-body.ts";
import { sendError, sendJson } from "./send.ts";

let server: Server;
let url: string;

beforeAll(async () => {
  server = createServer((request, response) => {
    readJson(request).then(
      (body) => sendJson(response, 200, { body: body ?? null }),
      (error) => sendError(response, error),
    );
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => void server.close());

async function post(body: BodyInit | null, type = "application/json") {
  const response = await fetch(url, {
    method: "POST",
    body,
    headers: { "content-type": type },
    duplex: "half",
  } as RequestInit);
  return { status: response.status, body: await response.json() };
}

/** A body whose size nobody says in advance. */
function inPieces(count: number): ReadableStream<Uint8Array> {
  let sent = 0;
  return new ReadableStream({
    pull(controller) {
      if (sent++ < count) controller.enqueue(new Uint8Array(100_000).fill(32));
      else controller.close();
    },
  });
}

test("JSON is read, and no body is no value", async () => {
  expect(await post('{"a":1}')).toEqual({ status: 200, body: { body: { a: 1 } } });
  expect(await post(null)).toEqual({ status: 200, body: { body: null } });
});

test.each([
  ["not JSON", "{", "application/json"],
  ["not UTF-8", new Uint8Array([0x22, 0xff, 0x22]), "application/json"],
  ["a form", "a=1", "application/x-www-form-urlencoded"],
  ["plain text", '{"a":1}', "text/plain"],
])("%s is refused", async (_what, body, type) => {
  expect(await post(body, type)).toMatchObject({ status: 422, body: { error: { code: "invalid" } } });
});

test("a body that is too large is told so, whether it says its size or not", async () => {
  expect(await post(" ".repeat(4_000_001))).toMatchObject({
    status: 413,
    body: { error: { code: "too_large" } },
  });
  expect(await post(inPieces(45))).toMatchObject({ status: 413, body: { error: { code: "too_large" } } });
});
