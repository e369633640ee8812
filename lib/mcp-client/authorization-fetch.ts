import type { FetchLike } from "@modelcontextprotocol/client";
import { z } from "zod";

const refusalSchema = z.object({ error: z.string() });

/**
 * The fetch for exchanges with an authorization server. Of a refusal only its code is passed on: the SDK writes the
 * words of the server to the console, and they may hold the token that was refused.
 */
export const authorizationFetch =
  (fetch: FetchLike, signal?: AbortSignal): FetchLike =>
  async (input, init) => {
    const response = await fetch(input, { ...init, ...(signal && { signal }) });
    const text = await response.text();
    const { status, headers } = response;
    const refusal = refusalSchema.safeParse(parsed(text));
    if (response.ok && parsed(text) !== null && !refusal.success) {
      return new Response(text, { status, headers });
    }
    const code = refusal.success ? codeOf(refusal.data.error) : null;
    return new Response(code === null ? null : JSON.stringify({ error: code }), { status, headers });
  };

/** The codes of the standards; anything else may be anything. */
const codeOf = (error: string): string => (/^[a-z_]{1,60}$/.test(error) ? error : "server_error");

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
