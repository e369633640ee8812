/**
 * The floor: the same job in the plainest way. AI SDK 7 with its own tool approval behind bare Node HTTP and SSE, the
 * whole conversation as JSON in one row. No policy, no audit, no preview, no fencing, no log, no second reader: what
 * remains is what any chat with an approval has to do. The tool is the product's own, so that both sides write a file
 * with the same care, and the difference is in what stands around it.
 */
import { randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { createOpenAI } from "@ai-sdk/openai";
import {
  convertToModelMessages,
  jsonSchema,
  pipeUIMessageStreamToResponse,
  streamText,
  tool,
  toUIMessageStream,
  type UIMessage,
} from "ai";
import postgres from "postgres";
import { createBuiltInTools } from "../lib/tools/built-in/create-built-in-tools.ts";
import { openWorkspace } from "../lib/tools/workspace/open-workspace.ts";

const [databaseUrl = "", providerUrl = "", folder = ""] = process.argv.slice(2);
const sql = postgres(databaseUrl, { max: 10, onnotice: () => {} });
await sql`create table if not exists floor (id text primary key, messages json not null)`;

const model = createOpenAI({ baseURL: `${providerUrl}/v1`, apiKey: "none" }).chat("gpt-5-bench");
const builtIn = createBuiltInTools({ workspace: await openWorkspace(folder) });
const tools = Object.fromEntries(
  builtIn.map(({ name, description, inputSchema, run }) => [
    name,
    tool({
      description,
      inputSchema: jsonSchema<Record<string, unknown>>(inputSchema),
      execute: (input, { abortSignal }) =>
        run(input, { signal: abortSignal ?? new AbortController().signal, ground: null }),
    }),
  ]),
);

const instructions =
  "You are a helpful agent. Call the tools you need; a person is asked where that is needed.";

async function load(id: string): Promise<UIMessage[]> {
  const [row] = await sql<{ messages: UIMessage[] }[]>`select messages from floor where id = ${id}`;
  if (!row) throw new Error(`no conversation ${id}`);
  return row.messages;
}

/** The stream ends after the row is saved. */
async function answer(response: ServerResponse, id: string, messages: UIMessage[]): Promise<void> {
  const result = streamText({
    model,
    instructions,
    messages: await convertToModelMessages(messages),
    tools,
    toolApproval: { write_file: "user-approval" },
  });
  await pipeUIMessageStreamToResponse({
    response,
    stream: toUIMessageStream({
      stream: result.stream,
      originalMessages: messages,
      generateMessageId: randomUUID,
      onEnd: async (end) => {
        await sql`update floor set messages = ${sql.json(end.messages as never)} where id = ${id}`;
      },
    }),
  });
}

/** Every pending call of the last message is approved. */
function approveAll(messages: UIMessage[]): UIMessage[] {
  const last = messages.at(-1);
  if (!last) return messages;
  const parts = last.parts.map((part) =>
    "state" in part && part.state === "approval-requested"
      ? { ...part, state: "approval-responded", approval: { ...part.approval, approved: true } }
      : part,
  );
  return [...messages.slice(0, -1), { ...last, parts: parts as UIMessage["parts"] }];
}

async function bodyOf(request: IncomingMessage): Promise<{ text?: string }> {
  const bytes: Buffer[] = [];
  for await (const part of request) bytes.push(part);
  return bytes.length === 0 ? {} : JSON.parse(Buffer.concat(bytes).toString("utf8"));
}

async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const [, place, id = "", verb] = (request.url ?? "").split("/");
  if (place === "empty") {
    response.writeHead(200, { "content-type": "text/plain" }).end("ok");
    return;
  }
  if (id === "") {
    const created = randomUUID();
    await sql`insert into floor (id, messages) values (${created}, '[]')`;
    response.writeHead(201, { "content-type": "application/json" }).end(JSON.stringify({ id: created }));
    return;
  }
  const body = await bodyOf(request);
  const messages = await load(id);
  if (verb === "approve") return answer(response, id, approveAll(messages));
  const said: UIMessage = {
    id: randomUUID(),
    role: "user",
    parts: [{ type: "text", text: body.text ?? "" }],
  };
  return answer(response, id, [...messages, said]);
}

const server = createServer((request, response) => {
  handle(request, response).catch((error: unknown) => {
    console.error(error);
    if (!response.headersSent) response.writeHead(500);
    response.end();
  });
});
server.keepAliveTimeout = 60_000;
server.listen(0, "127.0.0.1", () => {
  console.log(`ready http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
