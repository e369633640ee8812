import { z } from "zod";
import { type Tool, ToolError } from "../tool.ts";
import { type Network, parseAddress, publicNetwork } from "./checked-address.ts";
import { defineTool } from "./define-tool.ts";
import { type FetchedText, fetchText } from "./fetch-text.ts";
import { htmlToText } from "./html-to-text.ts";

const maximumMilliseconds = 20_000;

export function createFetchUrlTool(network: Network = publicNetwork): Tool {
  return defineTool({
    name: "fetch_url",
    title: "Fetch URL",
    description:
      "Fetches a page or text from the public internet with a GET request and returns its text; the markup of an HTML page is left out. At most 2 MB and 20 seconds. Private and local addresses are refused.",
    input: z.strictObject({ url: z.string().min(1).max(8_000).describe("A complete http or https address") }),
    risk: "L3",
    asksByDefault: true,
    // Nothing is looked up yet: a name alone can carry data to whoever answers for it.
    foresee: async ({ url }) => ({
      possible: true,
      preview: { kind: "url", text: parseAddress(url, network).href },
      ground: null,
    }),
    run: async ({ url }, context) => {
      const limit = AbortSignal.timeout(maximumMilliseconds);
      try {
        const start = parseAddress(url, network);
        return readable(await fetchText(start, network, AbortSignal.any([context.signal, limit])));
      } catch (error) {
        context.signal.throwIfAborted();
        if (error instanceof ToolError) throw error;
        if (limit.aborted) throw new ToolError("The address did not answer within 20 seconds.");
        throw new ToolError(`The address could not be fetched: ${reasonOf(error)}.`);
      }
    },
  });
}

const readable = (fetched: FetchedText): FetchedText =>
  fetched.contentType.includes("html") ? { ...fetched, text: htmlToText(fetched.text) } : fetched;

/** The code only: messages of the network name addresses that were resolved. */
function reasonOf(error: unknown): string {
  const cause = error instanceof Error ? (error.cause ?? error) : error;
  return cause instanceof Error && "code" in cause ? String(cause.code) : "the connection failed";
}
