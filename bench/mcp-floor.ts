/** The same endpoint and the same handler with nothing between them: no policy, no record, no database. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { createMcpEndpoint } from "../lib/mcp-server/endpoint.ts";
import { createCurrentTimeTool } from "../lib/tools/built-in/current-time.ts";

const tool = createCurrentTimeTool();
const { name, title, description, inputSchema } = tool;

const endpoint = createMcpEndpoint({
  gate: {
    list: async () => [{ name, title, description, inputSchema, readOnly: true, destructive: false }],
    request: async ({ arguments: input, signal }) => {
      const result = await tool.run(input as Record<string, unknown>, { signal, ground: null });
      return { kind: "result", result };
    },
    answer: async () => ({ kind: "error", message: "Nothing was asked." }),
    prompt: async () => null,
    abandon: async () => {},
  },
  secret: "the floor's",
  installationId: "floor",
  version: "0.0.0",
});
const server = createServer((request, response) => {
  void endpoint.handle(request, response, { id: "owner", name: "Owner" });
});
server.listen(0, "127.0.0.1", () => {
  console.log(`ready http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`);
});
