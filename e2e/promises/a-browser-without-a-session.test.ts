import { once } from "node:events";
import { existsSync } from "node:fs";
import { createServer, type Server as HttpServer } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { type Browser, type BrowserContext, chromium } from "@playwright/test";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import type { Approval } from "../../lib/approvals/schema.ts";
import { findBrowser } from "../support/find-browser.ts";
import { expectPromisesKept } from "../support/kept-promises.ts";
import { readRun, untilOneAsks } from "../support/runs.ts";
import type { Server } from "../support/server.ts";
import { openStage, type Play, type Stage } from "../support/stage.ts";

let stage: Stage;
let server: Server;
let play: Play;
let approval: Approval;
let browser: Browser;
/** A page that the agent could have made: another port of this machine, which a browser takes for the same site. */
let evil: HttpServer;
let evilUrl: string;

beforeAll(async () => {
  stage = await openStage();
  server = stage.server();
  play = await stage.begin([
    [{ call: "write_file", with: { path: "prize.txt", content: "written" } }],
    [{ say: "Done." }],
  ]);
  approval = await untilOneAsks(server, play);
  evil = createServer((_request, response) => {
    response.writeHead(200, { "content-type": "text/html" }).end("<title>evil</title><body></body>");
  }).listen(0, "127.0.0.1");
  await once(evil, "listening");
  evilUrl = `http://127.0.0.1:${(evil.address() as AddressInfo).port}/`;
  const args = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"];
  browser = await chromium.launch({ executablePath: findBrowser(), args });
});
afterEach(async () => {
  expect(await readRun(server, play)).toMatchObject({ state: "waiting", approvals: [approval] });
  expect(existsSync(path.join(stage.workspace, "prize.txt"))).toBe(false);
  await expectPromisesKept(stage);
});
afterAll(async () => {
  await browser.close();
  evil.close();
  evil.closeAllConnections();
  await stage[Symbol.asyncDispose]();
});

/** Everything that a script on a page can try, from where that page stands. */
async function tryEverything(context: BrowserContext, from: string): Promise<string[]> {
  const page = await context.newPage();
  await page.goto(from);
  const door = `${server.url}/api/v1/approvals/${approval.id}/decision`;
  const attempts = await page.evaluate(
    async ({ door, list }) => {
      const body = JSON.stringify({ decision: "approve" });
      const send = (label: string, address: string, options: RequestInit) =>
        fetch(address, { credentials: "include", ...options }).then(
          (response) => `${label} ${response.status}`,
          () => `${label} blocked`,
        );
      const headers = { "content-type": "application/json" };
      return Promise.all([
        send("json", door, { method: "POST", body, headers }),
        send("text", door, { method: "POST", body, headers: { "content-type": "text/plain" } }),
        send("no-cors", door, { method: "POST", body, mode: "no-cors" }),
        send("list", list, {}),
        Promise.resolve(`beacon ${navigator.sendBeacon(door, new Blob([body], { type: "text/plain" }))}`),
      ]);
    },
    { door, list: `${server.url}/api/v1/approvals` },
  );
  // A form needs no permission of the other side to be sent, and takes the page along.
  await page.setContent(
    `<form method="post" enctype="text/plain" action="${door}"><input name='{"decision":"approve","reason":"' value='"}'></form>`,
  );
  const navigated = page.waitForResponse((response) => response.url() === door);
  await page.evaluate(() => document.querySelector("form")?.submit());
  attempts.push(`form ${(await navigated).status()}`);
  await page.waitForURL(door);
  await page.goto(`${door}?decision=approve`);
  await page.close();
  return attempts;
}

test("it opens our pages and sees only the way to sign in", async () => {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(`${server.url}/c/${play.conversationId}`);
  expect(new URL(page.url()).pathname).toBe("/sign-in");
  await page.getByRole("textbox", { name: "Key" }).fill("a guess");
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByRole("alert").filter({ hasText: /\S/ }).first().waitFor();
  expect(new URL(page.url()).pathname).toBe("/sign-in");
  const attempts = await tryEverything(context, server.url);
  expect(attempts.filter((attempt) => / 20\d$/.test(attempt))).toEqual([]);
  expect(attempts).toContain("json 401");
  await context.close();
});

test("a page of its own, in the browser of a person who is signed in, cannot use that session", async () => {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(server.signInUrl);
  await page.waitForURL((url) => !url.pathname.startsWith("/sign-in"));
  const attempts = await tryEverything(context, evilUrl);
  expect(attempts.filter((attempt) => / 20\d$/.test(attempt))).toEqual([]);
  expect(attempts).toContain("form 403");

  // Nor can it show ours inside its own, for a click that is not meant for us.
  const framing = await context.newPage();
  await framing.goto(evilUrl);
  const refused = framing.waitForEvent("console", (message) => /frame/i.test(message.text()));
  await framing.setContent(`<iframe src="${server.url}/c/${play.conversationId}"></iframe>`);
  expect((await refused).text()).toContain("frame-ancestors");
  await context.close();
});
