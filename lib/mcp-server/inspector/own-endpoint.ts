import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import type { InspectorEvent } from "./events.ts";
import type { OpenQuestions } from "./questions.ts";

type Own = { url: string; token: string; version: string };
export type ListedTool = { name: string; title: string; description: string; inputSchema: unknown };

async function withClient<Result>(
  own: Own,
  prepare: (client: Client) => void,
  work: (client: Client) => Promise<Result>,
): Promise<Result> {
  const client = new Client(
    { name: "Countersign Inspector", version: own.version },
    { capabilities: { elicitation: { form: {} } }, versionNegotiation: { mode: "auto" } },
  );
  prepare(client);
  await client.connect(
    new StreamableHTTPClientTransport(new URL(own.url), {
      requestInit: { headers: { authorization: `Bearer ${own.token}` } },
    }),
  );
  try {
    return await work(client);
  } finally {
    await client.close();
  }
}

/** Our own /mcp as an outside client sees it: over the network, with its token, through the gate. */
export const listOwnTools = (own: Own): Promise<ListedTool[]> =>
  withClient(
    own,
    () => {},
    async (client) =>
      (await client.listTools()).tools.map(({ name, title, description, inputSchema }) => ({
        name,
        title: title ?? name,
        description: description ?? "",
        inputSchema,
      })),
  );

export function callOwnTool(
  own: Own,
  request: { tool: string; arguments: Record<string, unknown>; signal: AbortSignal },
  questions: OpenQuestions,
  tell: (event: InspectorEvent) => void,
): Promise<void> {
  const answerElicitations = (client: Client) =>
    client.setRequestHandler("elicitation/create", async ({ params }) => {
      const schema = "requestedSchema" in params ? params.requestedSchema : {};
      const action = await questions.ask(request.signal, (id) =>
        tell({ event: "elicitation", data: { id, message: params.message, schema } }),
      );
      return action === "accept" ? { action, content: {} } : { action };
    });
  return withClient(own, answerElicitations, async (client) => {
    const { isError, content, structuredContent } = await client.callTool(
      { name: request.tool, arguments: request.arguments },
      { signal: request.signal, timeout: 10 * 60_000 },
    );
    tell({
      event: "result",
      data: { isError: isError === true, content, structuredContent: structuredContent ?? null },
    });
  });
}
