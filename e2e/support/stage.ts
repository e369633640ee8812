import { randomUUID } from "node:crypto";
import postgres from "postgres";
import type { Run } from "../../lib/runs/schema.ts";
import { createTestDatabase } from "./database.ts";
import {
  type ProviderRequest,
  type Reply,
  type ScriptedProvider,
  startScriptedProvider,
} from "./scripted-provider.ts";
import { type Server, startServer } from "./server.ts";
import { temporaryDirectory } from "./temporary-directory.ts";

export type Line = Reply | ((request: ProviderRequest) => Reply);

/** A conversation in which the model speaks the lines of a script. */
export type Play = {
  conversationId: string;
  runId: string;
  /** What the provider was asked about this message, in the order it came. */
  asked: () => ProviderRequest[];
};

export type Stage = AsyncDisposable & {
  /** The test's own eyes and hands in the database of the servers. */
  sql: postgres.Sql;
  database: string;
  workspace: string;
  provider: ScriptedProvider;
  /** The instance that was started last. */
  server: () => Server;
  /** One more instance on the same database and workspace. */
  start: (env?: Record<string, string>) => Promise<Server>;
  /** A new conversation and its first message. */
  begin: (lines: Line[], server?: Server) => Promise<Play>;
  /** A message in a conversation that is there; the answer is the server's. */
  say: (conversationId: string, lines: Line[], server?: Server) => Promise<Play>;
  /** The words that make the model speak these lines, for tests that send them in their own way. */
  script: (lines: Line[]) => { text: string; asked: () => ProviderRequest[] };
};

/** By this the database tells the test's own sessions from those of the servers. */
export const testApplication = "test";

/** Real processes on a real Postgres server, with a provider that plays scripts: one for each message. */
export async function openStage(env: Record<string, string> = {}): Promise<Stage> {
  const scripts = new Map<string, Line[]>();
  const provider = await startScriptedProvider((request) => replyOf(scripts, request));
  const database = await createTestDatabase();
  const connection = { application_name: testApplication };
  const sql = postgres(database.url, { max: 6, onnotice: () => undefined, connection });
  const dataDir = temporaryDirectory("data");
  const workspace = temporaryDirectory("workspace");
  const servers: Server[] = [];

  const start = async (more: Record<string, string> = {}) => {
    const server = await startServer({
      database: database.url,
      dataDir,
      workspace,
      env: { OPENAI_BASE_URL: provider.baseUrl, OPENAI_MODEL: "scripted", ...env, ...more },
    });
    servers.push(server);
    return server;
  };
  await start();
  const current = () => {
    const server = servers.at(-1);
    if (!server) throw new Error("No server was started.");
    return server;
  };
  const script = (lines: Line[]) => {
    const text = `Play ${randomUUID()}`;
    scripts.set(text, lines);
    return { text, asked: () => provider.requests.filter((request) => lastWords(request) === text) };
  };
  const say = async (conversationId: string, lines: Line[], server = current()): Promise<Play> => {
    const { text, asked } = script(lines);
    const sent = await server.api.post<{ run: Run }>(`/conversations/${conversationId}/messages`, { text });
    if (sent.status !== 202) throw new Error(`The message got ${sent.status}: ${JSON.stringify(sent.body)}`);
    return { conversationId, runId: sent.body.run.id, asked };
  };

  return {
    sql,
    database: database.url,
    workspace,
    provider,
    server: current,
    start,
    script,
    say,
    begin: async (lines, server = current()) => say(await newConversation(server), lines, server),
    [Symbol.asyncDispose]: async () => {
      await Promise.all(servers.map((server) => server.kill("SIGKILL")));
      await sql.end({ timeout: 1 });
      await database.drop();
      await provider.close();
    },
  };
}

export async function newConversation(server: Server): Promise<string> {
  const { body } = await server.api.post<{ id: string }>("/conversations", {});
  return body.id;
}

const lastWords = ({ body }: ProviderRequest): unknown =>
  body.messages.findLast((message) => message.role === "user")?.content;

/** The line that is due: as many answers as the model has given to this message are behind it. */
function replyOf(scripts: Map<string, Line[]>, request: ProviderRequest): Reply {
  const { messages } = request.body;
  const lines = scripts.get(String(lastWords(request)));
  const said = messages.slice(messages.findLastIndex((message) => message.role === "user"));
  const line = lines?.[said.filter((message) => message.role === "assistant").length];
  if (!line) return { status: 400, message: "the script has no such line" };
  return typeof line === "function" ? line(request) : line;
}
