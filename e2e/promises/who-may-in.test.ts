import { createHmac } from "node:crypto";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import type { Approval } from "../../lib/approvals/schema.ts";
import { everyRoute } from "../support/every-route.ts";
import { expectPromisesKept } from "../support/kept-promises.ts";
import { rawRequest } from "../support/raw-request.ts";
import { readRun, untilOneAsks } from "../support/runs.ts";
import { type Server, testSecret } from "../support/server.ts";
import { openStage, type Play, type Stage } from "../support/stage.ts";

let stage: Stage;
let server: Server;
let play: Play;
let approval: Approval;

beforeAll(async () => {
  stage = await openStage();
  server = stage.server();
  play = await stage.begin([
    [{ call: "write_file", with: { path: "prize.txt", content: "written" } }],
    [{ say: "Done." }],
  ]);
  approval = await untilOneAsks(server, play);
});
afterEach(async () => {
  expect(await readRun(server, play)).toMatchObject({ state: "waiting", approvals: [approval] });
  await expectPromisesKept(stage);
});
afterAll(() => stage[Symbol.asyncDispose]());

const body = JSON.stringify({ decision: "approve" });
const door = () => `/api/v1/approvals/${approval.id}/decision`;
const json = { "content-type": "application/json" };
const host = () => new URL(server.url).host;
const token = () => ({ authorization: `Bearer ${server.key}` });

async function signedIn(): Promise<string> {
  const key = JSON.stringify({ key: server.key });
  const { headers } = await rawRequest(server, "POST", "/api/v1/session", { host: host(), ...json }, key);
  return headers["set-cookie"]?.[0]?.split(";")[0] ?? "";
}

describe("without a session and a token", () => {
  test("every route answers 401, whatever else the request carries", async () => {
    const forged = createHmac("sha256", "guessed").update("session 1").digest("base64url");
    const identities: Record<string, string>[] = [
      {},
      { authorization: "Bearer" },
      { authorization: "Bearer " },
      { authorization: "Bearer undefined" },
      { authorization: `Basic ${server.key}` },
      { authorization: `Bearer ${server.key}x` },
      { authorization: `Bearer ${server.key.slice(1)}` },
      { cookie: "countersign_session=" },
      { cookie: `countersign_session=${server.key}` },
      { cookie: `countersign_session=9999999999.${forged}` },
      { cookie: `countersign_session=${await expiredSession()}` },
      { "x-forwarded-for": "127.0.0.1", "x-forwarded-host": "localhost" },
    ];
    const routes = await everyRoute(server);
    expect(routes.length).toBeGreaterThan(15);
    const letIn = [];
    for (const { method, path: address, open } of routes) {
      if (open) continue;
      for (const identity of identities) {
        const headers = { host: host(), ...json, ...identity };
        const sent = method === "GET" ? undefined : body;
        const { status } = await rawRequest(server, method, `/api/v1${address}`, headers, sent);
        if (status !== 401) letIn.push([method, address, identity, status]);
      }
    }
    expect(letIn).toEqual([]);
    for (const address of ["/api/v1/nothing", "/api/v2/approvals", "/api", "/api/v1/openapi.json", door()]) {
      expect([address, (await rawRequest(server, "GET", address, { host: host() })).status]).toEqual([
        address,
        401,
      ]);
    }
  });

  test("the pages lead to the sign-in page, and what is open is open", async () => {
    for (const address of ["/", "/c/some-id", "/settings/tools", "/settings/model", "/nothing"]) {
      const { status, headers } = await rawRequest(server, "GET", address, { host: host() });
      expect([address, status, headers.location?.toString().split("?")[0]]).toEqual([
        address,
        303,
        "/sign-in",
      ]);
    }
    for (const method of ["POST", "PUT", "DELETE", "OPTIONS"]) {
      for (const address of ["/", "/c/some-id", "/settings/tools", "/nothing"]) {
        const { status } = await rawRequest(server, method, address, { host: host() });
        expect([method, address, status]).toEqual([method, address, 401]);
      }
    }
    for (const address of ["/healthz", "/readyz", "/sign-in"]) {
      expect([address, (await rawRequest(server, "GET", address, { host: host() })).status]).toEqual([
        address,
        200,
      ]);
    }
  });

  test("a wrong key opens no session", async () => {
    for (const key of ["", "x", server.key.slice(0, -1), `${server.key} x`, testSecret]) {
      const { status } = await rawRequest(
        server,
        "POST",
        "/api/v1/session",
        { host: host(), ...json },
        JSON.stringify({ key }),
      );
      expect([401, 422]).toContain(status);
    }
  });
});

describe("with the session of a person", () => {
  test("a page of another site, or of another port of this machine, is refused", async () => {
    const cookie = await signedIn();
    expect((await rawRequest(server, "GET", "/api/v1/tools", { host: host(), cookie })).status).toBe(200);
    const foreign: Record<string, string>[] = [
      { origin: "https://example.com" },
      { origin: "null" },
      { origin: "http://127.0.0.1:1" },
      { origin: "http://localhost" },
      { origin: `https://${host()}` },
      { origin: `http://${host()}.example.com` },
      { origin: "" },
      { "sec-fetch-site": "cross-site" },
      { "sec-fetch-site": "same-site" },
      { host: "example.com" },
      { host: `example.com:${new URL(server.url).port}` },
      { host: "127.0.0.1" },
      { host: "127.0.0.1:1" },
      { host: `127.0.0.1.example.com:${new URL(server.url).port}` },
    ];
    for (const headers of foreign) {
      for (const identity of [{ cookie }, token()]) {
        const sent = { host: host(), ...json, ...identity, ...headers };
        const { status } = await rawRequest(server, "POST", door(), sent, body);
        expect([headers, status]).toEqual([headers, 403]);
      }
    }
    for (const header of ["example.com", "127.0.0.1:1"]) {
      const { status } = await rawRequest(server, "GET", "/sign-in", { host: header });
      expect(status).toBe(403);
    }
  });

  test("a form, an image, a link: no request that a browser sends by itself decides", async () => {
    const cookie = await signedIn();
    const asForm = { host: host(), cookie, "content-type": "text/plain" };
    expect((await rawRequest(server, "POST", door(), asForm, body)).status).toBe(422);
    for (const method of ["GET", "HEAD", "OPTIONS", "PUT", "DELETE"]) {
      const { status } = await rawRequest(server, method, `${door()}?decision=approve`, {
        host: host(),
        cookie,
      });
      expect([method, status]).toEqual([method, 404]);
    }
    const override = { host: host(), cookie, ...json, "x-http-method-override": "POST" };
    expect((await rawRequest(server, "GET", door(), override, body)).status).toBe(404);
  });

  test("no GET changes anything", async () => {
    const before = await stage.sql`select count(*)::int, max(sequence)::text from audit`;
    for (const { method, path: address } of await everyRoute(server)) {
      if (method !== "GET" || address === "/events") continue;
      await rawRequest(server, "GET", `/api/v1${address.replace("some-id", approval.id)}`, {
        host: host(),
        ...token(),
      });
    }
    expect(await stage.sql`select count(*)::int, max(sequence)::text from audit`).toEqual(before);
  });
});

test("an address that could be read in two ways is for nobody", async () => {
  const addresses = [
    "//",
    "//x",
    "//x/sign-in",
    "/.//example.com",
    "/\\\\x",
    "http://x/sign-in",
    "*",
    "/api/v1//tools",
    "/api/v12/tools",
    "/api/v1x/tools",
  ];
  for (const address of addresses) {
    const { status } = await rawRequest(server, "GET", address, { host: host(), ...token() });
    expect([address, status]).toEqual([address, 404]);
  }
  for (const address of ["/%", "/api/v1/%", "/api/v1/approvals/%ff", `/${"a".repeat(9_000)}`]) {
    const { status } = await rawRequest(server, "GET", address, { host: host(), ...token() });
    expect([address, Math.floor(status / 100)]).toEqual([address, 4]);
  }
});

async function expiredSession(): Promise<string> {
  const issuedAt = String(Math.floor(Date.now() / 1000) - 401 * 24 * 60 * 60);
  return `${issuedAt}.${createHmac("sha256", testSecret).update(`session ${issuedAt}`).digest("base64url")}`;
}
