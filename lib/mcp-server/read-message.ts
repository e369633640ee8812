import type { IncomingMessage } from "node:http";
import { isJsonContentType } from "@modelcontextprotocol/server";
import { describeProblem } from "./describe-problem.ts";
import { jsonRpcError } from "./json-rpc-error.ts";

const mostBytes = 4 * 1024 * 1024;

const tooLarge = () => jsonRpcError(413, -32000, `The body has more than ${mostBytes} bytes`);

/** The parsed body, or the answer to one that cannot be read. */
export async function readMessage(request: IncomingMessage): Promise<{ body: unknown } | Response> {
  if (!isJsonContentType(request.headers["content-type"])) {
    return jsonRpcError(415, -32000, "Content-Type must be application/json");
  }
  if (Number(request.headers["content-length"] ?? 0) > mostBytes) return tooLarge();
  const bytes = await readBytes(request);
  if (!bytes) return tooLarge();
  const read = parse(bytes);
  if (!read) return jsonRpcError(400, -32700, "Parse error: the body is not JSON in UTF-8");
  const problem = describeProblem(read.body);
  return problem === null ? read : jsonRpcError(400, -32600, `Invalid request: ${problem}`);
}

function parse(bytes: Buffer): { body: unknown } | null {
  try {
    return { body: JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes)) };
  } catch {
    return null;
  }
}

/** Null when there are too many. The rest is let go by unread: a stream cut off here would cut off the answer too. */
function readBytes(request: IncomingMessage): Promise<Buffer | null> {
  return new Promise((resolve, reject) => {
    const pieces: Buffer[] = [];
    let size = 0;
    request.on("data", (piece: Buffer) => {
      size += piece.byteLength;
      if (size <= mostBytes) pieces.push(piece);
      else resolve(null);
    });
    request.on("end", () => resolve(Buffer.concat(pieces)));
    request.on("error", reject);
    request.on("close", () => reject(new Error("The client left before its request was complete.")));
  });
}
