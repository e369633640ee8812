import postgres from "postgres";
import { AppError } from "../errors.ts";
import { log } from "../log.ts";
import { compile, type Database, DatabaseError, type Executor, type Row } from "./client.ts";
import { isLostConnection, LostConnectionError } from "./lost-connection.ts";
import { migrationsFolder } from "./migrations-folder.ts";
import { sendInTime } from "./send-in-time.ts";
import { onServer, type SQL } from "./sql.ts";
import { transact } from "./transact.ts";

const channel = "countersign";

/** Two instances that start together must not migrate together. */
const migrationLock = 7_206_117;

/** A statement that waits longer for another's row gives its connection back. */
const lockMilliseconds = 3_000;
/** Nothing is awaited inside a transaction but the database: one that rests longer has lost its instance. */
const mostIdleMilliseconds = 10_000;

/**
 * Every statement of ours finds its rows by an index. At the default of 4, made for disks that turn, the planner scans
 * a young table from end to end instead, and keeps that plan for as long as nobody has analysed the table.
 */
const indexPageCost = 1.1;

/**
 * The end of the session before, idle in its transaction or shut down: the driver tells it to whoever comes next on
 * that connection, and sends nothing. Who was in the middle hears that the connection closed.
 */
const toldToTheNext = new Set(["25P03", "57P01", "57P02"]);

/** In seconds: by default the driver lets a server that was away for a moment wait for twenty. */
const backoff = (retries: number) => Math.min(3 ** retries / 100, 0.25);

type Session = postgres.Sql | postgres.TransactionSql;

const executor = (session: Session, send = <T>(statement: PromiseLike<T>) => statement): Executor => ({
  async query<T extends Row>(statement: SQL) {
    const { text, parameters } = compile(statement);
    // Prepared: a transition is one large statement, and planning it costs more than running it.
    return (await send(session.unsafe<T[]>(text, parameters as never[], { prepare: true }))) as T[];
  },
});

/**
 * A row that an instance had locked when it froze or was cut off is free again within the lease: the server ends that
 * session, and the others can take over.
 */
export async function openServer(url: string, leaseSeconds: number): Promise<Database> {
  const idleMilliseconds = Math.min(leaseSeconds * 1_000, mostIdleMilliseconds);
  const connection = {
    TimeZone: "UTC",
    lock_timeout: lockMilliseconds,
    idle_in_transaction_session_timeout: idleMilliseconds,
    random_page_cost: indexPageCost,
  };
  const settings = { onnotice: () => {}, connection, connect_timeout: 5, backoff };
  try {
    await migrateServer(url);
  } catch (error) {
    throw new DatabaseError(`DATABASE_URL: cannot use this database: ${describe(error)}`);
  }
  const client = postgres(url, { ...settings, max: 10 });
  const heartbeat = postgres(url, { ...settings, max: 1 });
  const mostLockedMilliseconds = idleMilliseconds + lockMilliseconds;
  const outside = (session: postgres.Sql) =>
    executor(session, (statement) => sendInTime(statement, mostLockedMilliseconds));
  return {
    kind: "server",
    query: (statement) => untilUnlocked(mostLockedMilliseconds, () => outside(client).query(statement)),
    heartbeat: {
      query: <T extends Row>(statement: SQL) => outside(heartbeat).query<T>(statement).catch(throwAsTold),
    },
    transaction: <T>(work: (transaction: Executor) => Promise<T>) =>
      untilUnlocked(mostLockedMilliseconds, () => transact(client, executor, work, mostLockedMilliseconds)),
    notify: async (payload) => {
      // Not waiting for the disk: what a notification is about was committed before it.
      await client.unsafe(
        `select set_config('synchronous_commit', 'off', true), pg_notify('${channel}', $1)`,
        [payload],
        { prepare: true },
      );
    },
    listen: async (onPayload) => {
      await client.listen(channel, onPayload);
    },
    close: async () => {
      await Promise.all([client.end({ timeout: 3 }), heartbeat.end({ timeout: 3 })]);
    },
  };
}

/**
 * A statement that got no lock changed nothing, nor did the transaction that it stood in: each is asked again for as
 * long as an instance that is gone may hold the row. What a tool brought, or a token that was renewed, is not lost
 * over it.
 */
async function untilUnlocked<T>(milliseconds: number, ask: () => Promise<T>): Promise<T> {
  const late = Date.now() + milliseconds;
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      const code = error instanceof postgres.PostgresError ? error.code : null;
      if (code !== null && toldToTheNext.has(code) && Date.now() < late) continue;
      if (code !== "55P03") return throwAsTold(error);
      if (Date.now() < late) continue;
      throw new AppError(
        "unavailable",
        "Something else is at work on this. Nothing was changed: try again.",
        {
          retryAfterSeconds: 2,
        },
      );
    }
  }
}

function throwAsTold(error: unknown): never {
  if (!isLostConnection(error)) throw error;
  log.warn({ error: describe(error) }, "the database went away");
  throw new LostConnectionError();
}

async function migrateServer(url: string): Promise<void> {
  const client = postgres(url, { max: 1, onnotice: () => {}, connect_timeout: 10 });
  try {
    await client`select pg_advisory_lock(${migrationLock})`;
    const { drizzle, migrate } = onServer();
    await migrate(drizzle(client), { migrationsFolder });
  } finally {
    await client.end({ timeout: 3 });
  }
}

function describe(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return describe(error.errors[0]);
  if (!(error instanceof Error)) return String(error);
  if (error.cause instanceof Error) return describe(error.cause);
  return error.message || String((error as NodeJS.ErrnoException).code ?? error.name);
}
