import { isSpecType, Server, type Tool } from "@modelcontextprotocol/server";
import { log } from "../log.ts";
import { installationCapability } from "../mcp-client/own-installation.ts";
import type { ExposedTool } from "./gate.ts";
import { internalError } from "./internal-error.ts";
import type { Serving } from "./serving.ts";

const instructions =
  "Some of these tools ask a person before they run. A result that says a call was not run is final for this request: do not repeat the call.";

function describe(tool: ExposedTool): Tool {
  return {
    name: tool.name,
    title: tool.title,
    description: tool.description,
    inputSchema: { ...withoutHeaderNames(tool.inputSchema), type: "object" },
    annotations: { title: tool.title, readOnlyHint: tool.readOnly, destructiveHint: tool.destructive },
  };
}

/** `x-mcp-header` asks clients to repeat an argument in a header; what an upstream does with it is not done here. */
function withoutHeaderNames(schema: Record<string, unknown>): Record<string, unknown> {
  return JSON.parse(
    JSON.stringify(schema, (key, value: unknown) =>
      key === "x-mcp-header" && typeof value === "string" ? undefined : value,
    ),
  );
}

/** A client refuses a whole list for one definition that is none, so that one is left out. */
function isServable(tool: Tool): boolean {
  const valid: boolean = isSpecType.Tool(tool);
  if (!valid)
    log.warn({ tool: tool.name }, "left out of /mcp: its definition is not one that clients accept");
  return valid;
}

/** Ready but for `tools/call`, which the two revisions of the protocol handle in their own ways. */
export function makeServer({ gate, installationId, version }: Serving): Server {
  const server = new Server(
    { name: "countersign", title: "Countersign", version },
    {
      capabilities: {
        tools: { listChanged: true },
        experimental: { [installationCapability]: { id: installationId } },
      },
      instructions,
    },
  );
  server.onerror = (error) => log.debug({ err: error }, "mcp");
  server.setRequestHandler("tools/list", async () => {
    const exposed = await gate.list().catch((error: unknown) => {
      throw internalError(error, "the tools cannot be listed now.");
    });
    return { tools: exposed.map(describe).filter(isServable) };
  });
  return server;
}
