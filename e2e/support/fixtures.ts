import AxeBuilder from "@axe-core/playwright";
import { test as base, expect, type Page } from "@playwright/test";
import type { ServerView } from "../../lib/tools/servers/server-schema.ts";
import { createTestDatabase } from "./database.ts";
import { type RawUpstream, startRawUpstream } from "./mcp/raw-upstream.ts";
import { type Script, type ScriptedProvider, startScriptedProvider } from "./scripted-provider.ts";
import { type Server, type ServerOptions, startServer } from "./server.ts";

export { expect };

type ForEachTest = {
  /** The worker's server; the upstream servers that a test adds go with the test. */
  server: Server;
  /** An MCP server, closed with the test. */
  startUpstream: typeof startRawUpstream;
  /** A server of this test's own, stopped with the test. */
  launch: (options?: ServerOptions) => Promise<Server>;
  /** An empty database on the Postgres server, for a server that must start fast or start again. */
  database: string;
  /** A server on a Postgres database of its own, whose model plays a script. */
  launchWithScript: (script: Script) => Promise<{ server: Server; provider: ScriptedProvider }>;
  /** Fails the test when a page writes an error to its console, throws, or breaks its Content-Security-Policy. */
  quietPages: undefined;
};
type ForEachWorker = {
  /** One server with an embedded database for all tests of a worker: each makes its own conversations. */
  workerServer: Server;
};

/** The browser's own note about an answer that is an error; what the page makes of it is the test's matter. */
const networkNote = /^Failed to load resource:/;

export const test = base.extend<ForEachTest, ForEachWorker>({
  workerServer: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from the pattern.
    async ({}, use) => {
      const server = await startServer();
      await use(server);
      await server.stop();
    },
    { scope: "worker", timeout: 90_000 },
  ],
  server: async ({ workerServer }, use) => {
    await use(workerServer);
    const { body } = await workerServer.api.get<{ items: ServerView[] }>("/servers");
    for (const { id } of body.items) await workerServer.api.delete(`/servers/${id}`);
  },
  // biome-ignore lint/correctness/noEmptyPattern: as above.
  startUpstream: async ({}, use) => {
    const started: RawUpstream[] = [];
    await use(async (options) => {
      const upstream = await startRawUpstream(options);
      started.push(upstream);
      return upstream;
    });
    for (const upstream of started) await upstream.close();
  },
  // biome-ignore lint/correctness/noEmptyPattern: as above.
  launch: async ({}, use, info) => {
    const started: Server[] = [];
    await use(async (options) => {
      const server = await startServer(options);
      started.push(server);
      return server;
    });
    if (info.status !== info.expectedStatus) {
      for (const server of started) await info.attach("server", { body: server.output() });
    }
    await Promise.all(started.map((server) => server.kill("SIGKILL")));
  },
  // biome-ignore lint/correctness/noEmptyPattern: as above.
  database: async ({}, use) => {
    await using database = await createTestDatabase();
    await use(database.url);
  },
  launchWithScript: async ({ database, launch }, use) => {
    const providers: ScriptedProvider[] = [];
    await use(async (script) => {
      const provider = await startScriptedProvider(script);
      providers.push(provider);
      const server = await launch({ database, env: { OPENAI_BASE_URL: provider.baseUrl } });
      return { server, provider };
    });
    for (const provider of providers) await provider.close();
  },
  quietPages: [
    async ({ context }, use) => {
      const noises: string[] = [];
      context.on("console", (message) => {
        if (message.type() === "error" && !networkNote.test(message.text())) noises.push(message.text());
      });
      context.on("weberror", (error) => noises.push(String(error.error())));
      await use(undefined);
      expect(noises).toEqual([]);
    },
    { auto: true },
  ],
});

/** Opens the link of the ready line, as a person does, and ends on the page that was asked for. */
export async function signIn(page: Page, server: Server, goTo = "/"): Promise<void> {
  await page.goto(`${server.url}/sign-in?next=${encodeURIComponent(goTo)}#key=${server.key}`);
  await page.waitForURL(server.url + goTo);
}

/** What fades in or changes its colour has come to its end; what turns for ever is left out. */
async function comeToRest(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const ending = document
      .getAnimations()
      .filter((animation) => Number.isFinite(animation.effect?.getComputedTiming().endTime));
    await Promise.allSettled(ending.map(({ finished }) => finished));
  });
}

/** No violation of WCAG 2.2 A and AA on the page as it stands. */
export async function expectAccessible(page: Page): Promise<void> {
  await comeToRest(page);
  const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
  const { violations } = await new AxeBuilder({ page }).withTags(tags).analyze();
  const found = violations.map(({ id, help, nodes }) => ({
    id,
    help,
    where: nodes.map((node) => node.html),
  }));
  expect(found).toEqual([]);
}
