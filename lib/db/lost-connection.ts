import { AppError } from "../errors.ts";

/** The server or the network ended the session, or let none begin: the driver's codes, the system's, the server's own last words. */
const codes = new Set([
  "CONNECT_TIMEOUT",
  ...["25P03", "57P01", "57P02", "57P03"],
  ...["ECONNABORTED", "ECONNREFUSED", "ECONNRESET", "EHOSTDOWN", "EHOSTUNREACH", "ENETDOWN", "ENETUNREACH"],
  ...["ENOTFOUND", "EAI_AGAIN", "EPIPE", "ETIMEDOUT"],
]);

/** Nobody knows what became of the statement: it may be done, or never have been sent. */
export class LostConnectionError extends AppError {
  constructor() {
    super("unavailable", "The database went away in the middle. Look at what stands, and try again.", {
      retryAfterSeconds: 2,
    });
    this.name = "LostConnectionError";
  }
}

/** An error of the driver's, as it comes. */
export function isLostConnection(error: unknown): boolean {
  if (error instanceof AggregateError && error.errors.some(isLostConnection)) return true;
  const code = error instanceof Error ? String(Reflect.get(error, "code")) : "";
  return code.startsWith("CONNECTION_") || codes.has(code);
}
