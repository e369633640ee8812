import { once } from "node:events";
import { existsSync, mkdirSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import path from "node:path";
import postgres from "postgres";
import { describe, expect, test } from "vitest";
import { createTestDatabase } from "../support/database.ts";
import { failingStart } from "../support/failing-start.ts";
import { untilOneAsks, untilState } from "../support/runs.ts";
import { startServer, testSecret } from "../support/server.ts";
import { openStage } from "../support/stage.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";
import { waitUntil } from "../support/wait-until.ts";

const forever = new Promise<never>(() => undefined);

describe("a clean stop", () => {
  test.each(["SIGTERM", "SIGINT"] as const)(
    "by %s, with a run under way, one that waits and pages that listen: within ten seconds, and the work goes on elsewhere",
    async (signal) => {
      await using stage = await openStage();
      const server = stage.server();
      let times = 0;
      const running = await stage.begin([
        () => {
          times += 1;
          return times === 1 ? [{ say: "One moment. " }, { hold: forever }] : [{ say: "Done." }];
        },
      ]);
      const waiting = await stage.begin([[{ call: "write_file", with: { path: "a.txt", content: "" } }]]);
      await untilOneAsks(server, waiting);
      await waitUntil("the model was asked", () => running.asked().length === 1);
      const listening = Promise.allSettled(
        ["/events", `/runs/${running.runId}/stream`].map(async (address) => {
          for await (const _event of server.api.readStream(address));
        }),
      );
      const asked = Date.now();
      await server.kill(signal);
      expect(Date.now() - asked).toBeLessThan(10_000);
      expect(server.process.exitCode).toBe(0);
      await listening;
      await stage.start();
      await untilState(stage.server(), running, "completed");
      expect((await untilOneAsks(stage.server(), waiting)).status).toBe("pending");
    },
  );

  test("embedded: the folder can be opened again at once", async () => {
    const server = await startServer();
    await server.stop();
    expect(server.process.exitCode).toBe(0);
    expect(existsSync(path.join(server.dataDir, "in-use"))).toBe(false);
    await using again = await startServer({ dataDir: server.dataDir });
    expect(again.key).toBe(server.key);
  });
});

describe("a start that cannot be: one clear line, exit 1", () => {
  async function expectOneLine(env: Record<string, string>, ...words: RegExp[]): Promise<void> {
    const { code, lines } = await failingStart(env);
    expect([code, lines.length]).toEqual([1, 1]);
    for (const word of words) expect(lines[0]).toMatch(word);
    expect(lines[0]).not.toMatch(/ {4}at |node:internal/);
  }

  test("the port is in use", async () => {
    const taken = createServer().listen(0, "127.0.0.1");
    await once(taken, "listening");
    const address = taken.address();
    const port = String(typeof address === "object" ? address?.port : "");
    await expectOneLine({ PORT: port }, new RegExp(port), /in use/);
    taken.close();
  });

  test("the data directory cannot be written", async () => {
    const folder = temporaryDirectory("unwritable");
    writeFileSync(path.join(folder, "file"), "");
    const inTheWay = path.join(folder, "file");
    await expectOneLine({ COUNTERSIGN_DATA_DIR: inTheWay }, /COUNTERSIGN_DATA_DIR/);
    await expectOneLine({ COUNTERSIGN_DATA_DIR: path.join(inTheWay, "below") }, /COUNTERSIGN_DATA_DIR/);
    await expectOneLine({ COUNTERSIGN_DATA_DIR: "/sys/countersign" }, /COUNTERSIGN_DATA_DIR/);
    const workspace = temporaryDirectory("data");
    mkdirSync(path.join(workspace, "sub"));
    writeFileSync(path.join(workspace, "workspace"), "");
    await expectOneLine({ COUNTERSIGN_DATA_DIR: workspace }, /workspace/i);
  });

  test("a second process on the embedded folder, also when both start together", async () => {
    await using server = await startServer();
    await expectOneLine({ COUNTERSIGN_DATA_DIR: server.dataDir }, /in use/, /COUNTERSIGN_DATA_DIR/);
    expect((await server.api.get("/tools")).status).toBe(200);
    const dataDir = temporaryDirectory("data");
    const starts = await Promise.allSettled([startServer({ dataDir }), startServer({ dataDir })]);
    const started = starts.flatMap((start) => (start.status === "fulfilled" ? [start.value] : []));
    expect(started).toHaveLength(1);
    await Promise.all(started.map((each) => each.kill("SIGKILL")));
  });

  test("a database that cannot be used", async () => {
    const secret = { COUNTERSIGN_SECRET: testSecret };
    const password = "pass-word-of-the-database";
    const nobody = { ...secret, DATABASE_URL: `postgres://me:${password}@127.0.0.1:1/none` };
    await expectOneLine(nobody, /DATABASE_URL/, /ECONNREFUSED/);
    const base = new URL(process.env.TEST_DATABASE_URL ?? "");
    base.pathname = "/no_such_database";
    base.password = password;
    await expectOneLine({ ...secret, DATABASE_URL: base.href }, /DATABASE_URL/, /no_such_database/);
    for (const DATABASE_URL of [
      "mysql://localhost/x",
      "localhost:5432",
      "postgres://",
      `postgres://me:${password}@:x/`,
    ]) {
      const { code, lines } = await failingStart({ ...secret, DATABASE_URL });
      expect([DATABASE_URL, code, lines.length]).toEqual([DATABASE_URL, 1, 1]);
      expect(lines[0]).toContain("DATABASE_URL");
      expect(lines[0]).not.toContain(password);
    }
  });

  test("a database whose user may not create anything in it", async () => {
    await using database = await createTestDatabase();
    const url = new URL(database.url);
    const sql = postgres(database.url, { max: 1 });
    const role = url.pathname.replace("/test_", "guest_");
    await sql.unsafe(`create role ${role} login password 'guest'`);
    try {
      Object.assign(url, { username: role, password: "guest" });
      const env = { COUNTERSIGN_SECRET: testSecret, DATABASE_URL: url.href };
      await expectOneLine(env, /DATABASE_URL: cannot use this database: permission denied for database/);
    } finally {
      await sql.unsafe(`drop role ${role}`);
      await sql.end();
    }
  });

  const bad: [string, Record<string, string>, RegExp][] = [
    ["HOST", { HOST: "0.0.0.0" }, /127\.0\.0\.1/],
    ["PORT", { PORT: "99999" }, /65535/],
    ["COUNTERSIGN_LEASE_SECONDS", { COUNTERSIGN_LEASE_SECONDS: "0" }, /1 to 3600/],
    ["COUNTERSIGN_AUTH", { COUNTERSIGN_AUTH: "none" }, /local/],
    ["COUNTERSIGN_SECRET", { DATABASE_URL: "postgres://127.0.0.1:1/none" }, /required/],
    ["LOG_LEVEL", { LOG_LEVEL: "loud" }, /info/],
  ];
  test.each(bad)("%s cannot be understood: %o", async (name, env, allowed) => {
    await expectOneLine(env, new RegExp(name), allowed);
  });
});

test("the key that opens everything is for its owner only", async () => {
  await using server = await startServer();
  expect(statSync(path.join(server.dataDir, "local-token")).mode & 0o777).toBe(0o600);
  expect(statSync(path.join(server.dataDir, "secret")).mode & 0o777).toBe(0o600);
});
