import {
  type CallToolResult,
  Client,
  type InputRequiredResult,
  isInputRequiredResult,
  StreamableHTTPClientTransport,
} from "@modelcontextprotocol/client";
import {
  type OutsideClient,
  type OutsideOptions,
  type OutsideResult,
  toOutsideResult,
} from "./outside-client.ts";

/** One round of a call, as someone sends it who does not leave the next round to the client. */
export type Round = {
  name: string;
  arguments?: Record<string, unknown>;
  inputResponses?: Record<string, unknown>;
  requestState?: string;
};

export type RoundAnswer = { question: InputRequiredResult | null; result: OutsideResult | null };

export type Client2026 = OutsideClient & { round(round: Round): Promise<RoundAnswer> };

/** The official client of the 2.x line, held to the 2026-07-28 revision. */
export async function connect2026(options: OutsideOptions): Promise<Client2026> {
  const { answer, name = "outside-2026" } = options;
  const client = new Client(
    { name, version: "2.0.0" },
    {
      capabilities: answer ? { elicitation: { form: {} } } : {},
      versionNegotiation: { mode: { pin: "2026-07-28" } },
      ...(options.onToolsChanged && {
        listChanged: {
          tools: { autoRefresh: false, debounceMs: 0, onChanged: () => options.onToolsChanged?.() },
        },
      }),
    },
  );
  if (answer) {
    client.setRequestHandler("elicitation/create", ({ params }) =>
      answer(params.message, "requestedSchema" in params ? params.requestedSchema : undefined),
    );
  }
  const transport = new StreamableHTTPClientTransport(new URL(options.url), {
    requestInit: { headers: { authorization: `Bearer ${options.token}` } },
  });
  await client.connect(transport);
  return {
    list: async () => (await client.listTools()).tools.map((tool) => tool.name),
    call: async (tool, argumentsValue = {}, signal) =>
      toOutsideResult(
        await client.callTool({ name: tool, arguments: argumentsValue }, signal ? { signal } : {}),
      ),
    async round(round) {
      const result: CallToolResult | InputRequiredResult = await client.request(
        { method: "tools/call", params: { arguments: {}, ...round } },
        { allowInputRequired: true },
      );
      if (isInputRequiredResult(result)) return { question: result, result: null };
      return { question: null, result: toOutsideResult(result) };
    },
    serverCapabilities: () => ({ ...client.getServerCapabilities() }),
    close: () => client.close(),
  };
}
