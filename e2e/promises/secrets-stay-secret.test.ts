import { afterAll, beforeAll, expect, test } from "vitest";
import { rawRequest } from "../support/raw-request.ts";
import { decide, untilOneAsks, untilState } from "../support/runs.ts";
import { testSecret } from "../support/server.ts";
import { openStage, type Stage } from "../support/stage.ts";

const apiKey = "sk-proj-a-key-that-nobody-may-see-0123456789";
const password = "a-password-of-the-database";

let stage: Stage;

beforeAll(async () => {
  stage = await openStage({ OPENAI_API_KEY: apiKey, LOG_LEVEL: "trace" });
});
afterAll(() => stage[Symbol.asyncDispose]());

test("neither the log nor an answer carries a key, a token, a cookie, a password or the secret", async () => {
  const url = new URL(stage.database);
  url.password = password;
  const server = await stage.start({ DATABASE_URL: url.href });
  const { host } = new URL(server.url);
  const answers: string[] = [];

  const key = JSON.stringify({ key: server.key });
  const json = { "content-type": "application/json" };
  const session = await rawRequest(server, "POST", "/api/v1/session", { host, ...json }, key);
  const [cookie = ""] = session.headers["set-cookie"] ?? [];
  expect(cookie).toMatch(/; HttpOnly; SameSite=Strict; Path=\//);
  const value = cookie.split(/[=;]/)[1] ?? "";
  expect(value).not.toBe("");
  await rawRequest(server, "GET", "/", { host, cookie: `countersign_session=${value}` });
  await rawRequest(server, "GET", "/api/v1/tools", { host, authorization: `Bearer ${server.key}x` });

  // A provider that repeats the key in its refusal, as some do.
  const message = `Incorrect API key provided: ${apiKey}. Authorization: Bearer ${apiKey}`;
  const failed = await stage.begin([{ status: 401, message, code: "invalid_api_key" }], server);
  answers.push(JSON.stringify(await untilState(server, failed, "failed")));
  expect(failed.asked()[0]?.headers.authorization).toBe(`Bearer ${apiKey}`);
  const { body: models } = await server.api.get("/models");
  answers.push(JSON.stringify(models));

  // A database that fails in the middle of a decision.
  const play = await stage.begin(
    [[{ call: "write_file", with: { path: "a.txt", content: "" } }], [{ say: "Done." }]],
    server,
  );
  const approval = await untilOneAsks(server, play);
  await stage.sql`alter table decisions rename to decisions_gone`;
  const broken = await decide(server, approval, "approve", { reason: "a private reason" });
  await stage.sql`alter table decisions_gone rename to decisions`;
  expect(broken.status).toBe(500);
  answers.push(JSON.stringify(broken.body));
  expect((await decide(server, approval, "approve")).status).toBe(200);
  await untilState(server, play, "completed");
  await server.stop();

  // The ready line is the one place for the token: it carries the link.
  const [ready = "", ...rest] = server
    .output()
    .split("\n")
    .filter((line) => line.includes(server.key));
  expect(ready).toContain(server.signInUrl);
  expect(rest).toEqual([]);
  const log = server.output().replace(ready, "");
  expect(log).toContain("a request failed");
  for (const secret of [apiKey, server.key, value, testSecret, password, "a private reason"]) {
    expect(log.includes(secret)).toBe(false);
    for (const answer of answers) expect(answer.includes(secret)).toBe(false);
  }
});

test("every page has a policy that lets only its own scripts run, and nobody frame it", async () => {
  const server = await stage.start();
  const { host } = new URL(server.url);
  const authorization = `Bearer ${server.key}`;
  const nonces = new Set<string>();
  for (const address of [
    "/",
    "/",
    "/sign-in",
    "/settings/tools",
    "/settings/model",
    "/c/some-id",
    "/nothing",
  ]) {
    const { headers, body } = await rawRequest(server, "GET", address, { host, authorization });
    const policy = String(headers["content-security-policy"]);
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).toContain("base-uri 'none'");
    expect(policy).not.toMatch(/script-src[^;]*('unsafe-inline'|'unsafe-eval'|\*)/);
    const [, nonce = ""] = /'nonce-([^']+)'/.exec(policy) ?? [];
    nonces.add(nonce);
    const scripts = body.match(/<script\b[^>]*>/g) ?? [];
    expect(scripts.length).toBeGreaterThan(0);
    for (const script of scripts) expect(script).toContain(`nonce="${nonce}"`);
    expect(headers["x-content-type-options"]).toBe("nosniff");
  }
  expect(nonces.size).toBe(7);
  for (const address of ["/api/v1/tools", "/healthz"]) {
    const { headers } = await rawRequest(server, "GET", address, { host, authorization });
    expect(headers["x-content-type-options"]).toBe("nosniff");
    expect(headers["x-frame-options"]).toBe("DENY");
  }
});
