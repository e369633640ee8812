import type { Response } from "undici";
import { ToolError } from "../tool.ts";
import type { FetchAnswer } from "./sandbox-fetch.ts";

const maximumBytes = 2 * 1024 * 1024;

/** The whole answer as text, counted after it is unpacked. */
export async function readAnswer(response: Response): Promise<FetchAnswer> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of response.body ?? []) {
    length += chunk.byteLength;
    if (length > maximumBytes) throw new ToolError("The answer is larger than 2 MB.");
    chunks.push(chunk);
  }
  const charset = /;\s*charset="?([^\s;"]+)/i.exec(response.headers.get("content-type") ?? "")?.[1];
  return {
    status: response.status,
    headers: headersOf(response),
    text: decode(Buffer.concat(chunks), charset),
  };
}

/** A header that came more than once is one text, as `headers.get` gives it. */
function headersOf(response: Response): Record<string, string> {
  const names = new Set([...response.headers].map(([name]) => name));
  return Object.fromEntries([...names].map((name) => [name, response.headers.get(name) ?? ""]));
}

function decode(bytes: Uint8Array, charset = "utf-8"): string {
  try {
    return new TextDecoder(charset).decode(bytes);
  } catch {
    return new TextDecoder().decode(bytes);
  }
}
