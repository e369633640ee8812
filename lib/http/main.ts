/** The server: opens everything, listens, prints one line when it is ready, and stops cleanly. */
import { mkdir, readFile } from "node:fs/promises";
import { format } from "node:util";
import { z } from "zod";
import { keptSecret } from "../auth/kept-secret.ts";
import { createSessions } from "../auth/session.ts";
import { loadConfig } from "../config.ts";
import { startEngine } from "../engine/engine.ts";
import { log } from "../log.ts";
import { createInspector } from "../mcp-server/inspector/inspector.ts";
import { createHandler } from "./handler.ts";
import { listen } from "./listen.ts";
import { openMcpEndpoint } from "./mcp.ts";
import { openPages } from "./pages.ts";
import { startProblem } from "./start-problem.ts";

const packageSchema = z.object({ version: z.string() });
const development = process.env.NODE_ENV === "development";
/** The contract gives a stop 10 seconds. */
const stopWithinMilliseconds = 8_000;

async function start(): Promise<void> {
  const config = loadConfig(".env");
  log.level = config.logLevel;
  await mkdir(config.dataDirectory, { recursive: true, mode: 0o700 });
  const token = await keptSecret(config.dataDirectory, "local-token");
  const secret = config.secret ?? (await keptSecret(config.dataDirectory, "secret"));
  const listener = await listen(config.host, config.port);
  const { url, port } = listener;
  const version = packageSchema.parse(
    JSON.parse(await readFile(new URL("../../package.json", import.meta.url), "utf8")),
  ).version;
  const installation = { secret, url, port, version };
  const [engine, pages] = await Promise.all([startEngine(config, installation), openPages(development)]);
  pages.attach(listener.server);
  const sessions = createSessions(token, secret);
  const { services, feed } = engine;
  const mcp = openMcpEndpoint(services);
  const inspector = createInspector(
    services,
    { url: `${url}/mcp`, token, version },
    (id) => services.servers.pool.get(id)?.configuration.name ?? null,
    config.leaseSeconds,
  );
  listener.serve(
    createHandler({
      services,
      feed,
      sessions,
      mcp,
      inspector,
      pages,
      development,
      port: () => listener.port,
    }),
  );

  let stopping = false;
  const stop = async (signal: string) => {
    if (stopping) return;
    stopping = true;
    log.info({ signal }, "stopping");
    setTimeout(() => process.exit(1), stopWithinMilliseconds).unref();
    await mcp.close();
    await listener.close();
    await engine.stop();
    await pages.close();
    process.exit(0);
  };
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => void stop(signal));
  process.stdout.write(`Countersign is ready: ${listener.url}/sign-in#key=${token}\n`);
}

// The MCP library warns on the console, in the words of servers: past the log, its level and its masking.
if (!development) console.warn = (...words: unknown[]) => log.warn(format(...words));

process.on("unhandledRejection", (error) => {
  log.error({ error: error instanceof Error ? error.stack : String(error) }, "a promise was left alone");
});

try {
  await start();
} catch (error) {
  process.stderr.write(`Countersign could not start. ${startProblem(error)}\n`);
  process.exit(1);
}
