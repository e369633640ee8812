import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { ElicitRequestSchema, ToolListChangedNotificationSchema } from "@modelcontextprotocol/sdk/types.js";
import { type OutsideClient, type OutsideOptions, toOutsideResult } from "./outside-client.ts";

export type Client2025 = OutsideClient & {
  sessionId: string | undefined;
  transport: StreamableHTTPClientTransport;
};

/** The official client of the 1.x line, which speaks the 2025 revisions. */
export async function connect2025(options: OutsideOptions): Promise<Client2025> {
  const { answer, name = "outside-2025" } = options;
  const client = new Client(
    { name, version: "1.0.0" },
    { capabilities: answer ? { elicitation: { form: {} } } : {} },
  );
  if (answer) {
    client.setRequestHandler(ElicitRequestSchema, ({ params }) =>
      answer(params.message, "requestedSchema" in params ? params.requestedSchema : undefined),
    );
  }
  client.setNotificationHandler(ToolListChangedNotificationSchema, () => options.onToolsChanged?.());
  const transport = new StreamableHTTPClientTransport(new URL(options.url), {
    requestInit: { headers: { authorization: `Bearer ${options.token}` } },
  });
  await client.connect(transport);
  return {
    sessionId: transport.sessionId,
    transport,
    list: async () => (await client.listTools()).tools.map((tool) => tool.name),
    call: async (tool, argumentsValue = {}, signal) =>
      toOutsideResult(
        await client.callTool({ name: tool, arguments: argumentsValue }, undefined, signal ? { signal } : {}),
      ),
    serverCapabilities: () => ({ ...client.getServerCapabilities() }),
    close: () => client.close(),
  };
}
