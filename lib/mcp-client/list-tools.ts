import type { Client } from "@modelcontextprotocol/client";
import { z } from "zod";
import { RefusedError } from "./errors.ts";

export const mostTools = 2_000;
export const mostListBytes = 4_000_000;
const mostPages = 200;

/** Loose on purpose: the SDK's own schema refuses a whole page for one tool that is not well made. */
const pageSchema = z.looseObject({ tools: z.array(z.unknown()), nextCursor: z.string().nullish() });

/** All pages of the list as they came, or an error that says why the list is refused. */
export async function listTools(
  client: Client,
  options: { signal: AbortSignal; timeout: number },
): Promise<unknown[]> {
  if (!client.getServerCapabilities()?.tools) return [];
  const tools: unknown[] = [];
  const seen = new Set<string>();
  let bytes = 0;
  let cursor: string | undefined;
  for (let page = 0; page < mostPages; page += 1) {
    const params = cursor === undefined ? {} : { cursor };
    const result = await client.request({ method: "tools/list", params }, pageSchema, options);
    bytes += Buffer.byteLength(JSON.stringify(result.tools));
    if (bytes > mostListBytes)
      throw new RefusedError("Its list of tools is larger than 4 MB and was not read.");
    for (const tool of result.tools) tools.push(tool);
    if (tools.length > mostTools) {
      throw new RefusedError("It lists more than 2,000 tools; a list this long is not read.");
    }
    if (result.nextCursor === undefined || result.nextCursor === null) return tools;
    if (seen.has(result.nextCursor)) throw new RefusedError("Its list of tools goes round in a circle.");
    seen.add(result.nextCursor);
    cursor = result.nextCursor;
  }
  throw new RefusedError(`Its list of tools has more than ${mostPages} pages and was not read.`);
}
