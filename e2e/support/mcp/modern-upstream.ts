import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { createMcpHandler, inputRequired, inputResponse, McpServer } from "@modelcontextprotocol/server";
import { z } from "zod";

export type ModernUpstream = {
  url: string;
  /** The calls that were made, with the state that came back in each. */
  calls: { tool: string; state: unknown }[];
  /** The calls that were cancelled. */
  cancelled: () => number;
  /** Adds a tool and tells those who listen. */
  addTool: (name: string) => void;
  /** From now on a call that brings answers is refused with this status before anyone reads it. */
  refuseAnswers: (status: number) => void;
  /** From now on it asks for folders where it would ask a person. */
  askForFolders: () => void;
  close: () => Promise<void>;
};

/** A server of the 2026-07-28 revision, and of no other, made with the official library. */
export async function startModernUpstream(): Promise<ModernUpstream> {
  const calls: ModernUpstream["calls"] = [];
  const added: string[] = [];
  let cancelled = 0;
  let refusal: number | null = null;
  let asksForFolders = false;
  const words = (value: unknown) => ({ content: [{ type: "text" as const, text: JSON.stringify(value) }] });

  const handler = createMcpHandler(
    () => {
      const server = new McpServer(
        { name: "modern", version: "1.0.0" },
        { capabilities: { tools: { listChanged: true } } },
      );
      server.registerTool(
        "ask",
        { inputSchema: z.object({ rounds: z.number() }) },
        ({ rounds }, { mcpReq }) => {
          const state = mcpReq.requestState<string>();
          calls.push({ tool: "ask", state });
          const round = Number(state ?? 0);
          if (round >= rounds) return words(inputResponse(mcpReq.inputResponses, "answer"));
          const requestedSchema = {
            type: "object" as const,
            properties: { name: { type: "string" as const } },
          };
          return inputRequired({
            inputRequests: {
              answer: inputRequired.elicit({ message: `Round ${round + 1}?`, requestedSchema }),
            },
            requestState: String(round + 1),
          });
        },
      );
      server.registerTool("wait", { inputSchema: z.object({}) }, async (_, { mcpReq }) => {
        calls.push({ tool: "wait", state: undefined });
        await new Promise<void>((resolve) => mcpReq.signal.addEventListener("abort", () => resolve()));
        cancelled += 1;
        return words("too late");
      });
      for (const name of added) server.registerTool(name, {}, () => words(name));
      return server;
    },
    { legacy: "reject", keepAliveMs: 0 },
  );

  const server = createServer(async (request, response) => {
    const gone = new AbortController();
    response.on("close", () => gone.abort());
    const body = request.method === "POST" ? await text(request) : null;
    if (refusal !== null && body?.includes('"inputResponses"')) return void response.writeHead(refusal).end();
    const init = { method: request.method, headers: request.headers, signal: gone.signal, body };
    const answer = await handler.fetch(new Request(`http://127.0.0.1${request.url}`, init as RequestInit));
    response.writeHead(answer.status, Object.fromEntries(answer.headers));
    if (!answer.body) return void response.end();
    const stream = answer.body.pipeThrough(new TextDecoderStream());
    for await (const chunk of stream) {
      response.write(asksForFolders ? chunk.replaceAll("elicitation/create", "roots/list") : chunk);
    }
    response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`,
    calls,
    cancelled: () => cancelled,
    addTool: (name) => {
      added.push(name);
      handler.notify.toolsChanged();
    },
    askForFolders: () => {
      asksForFolders = true;
    },
    refuseAnswers: (status) => {
      refusal = status;
    },
    close: async () => {
      await handler.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
