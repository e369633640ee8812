import type { IncomingMessage } from "node:http";
import { AppError } from "../errors.ts";

/** What is too large is read to its end and dropped, up to here: a client that still writes hears no answer. */
const mostDropped = 64_000_000;

export async function readBytes(request: IncomingMessage, most: number): Promise<Buffer> {
  const tooLarge = () =>
    new AppError("too_large", `The body has more than ${Math.floor(most / 1_000_000)} MB.`);
  if (Number(request.headers["content-length"] ?? 0) > most + mostDropped) throw tooLarge();
  const pieces: Buffer[] = [];
  let size = 0;
  for await (const piece of request as AsyncIterable<Buffer>) {
    size += piece.byteLength;
    if (size > most + mostDropped) throw tooLarge();
    if (size <= most) pieces.push(piece);
  }
  if (size > most) throw tooLarge();
  return Buffer.concat(pieces);
}

const mostJsonBytes = 4_000_000;

/** Only what says that it is JSON: a form that another site's page sends cannot say so without asking first. */
export async function readJson(request: IncomingMessage): Promise<unknown> {
  const bytes = await readBytes(request, mostJsonBytes);
  if (bytes.byteLength === 0) return undefined;
  if (!/^application\/json\s*(;|$)/i.test(request.headers["content-type"] ?? "")) {
    throw new AppError("invalid", "Send the body as application/json.");
  }
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    throw new AppError("invalid", "The body is not JSON in UTF-8.");
  }
}
