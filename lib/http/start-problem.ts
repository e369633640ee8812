import { ConfigError } from "../config.ts";
import { DatabaseError } from "../db/client.ts";

/** Why the server could not start, on one line, with what to do. */
export function startProblem(error: unknown): string {
  if (error instanceof ConfigError || error instanceof DatabaseError) return error.message;
  const { code, path, port, message } = error as NodeJS.ErrnoException & { port?: number };
  if (code === "EADDRINUSE")
    return `Port ${port} is in use. Stop what listens there, or set PORT to another one.`;
  if (code === "EACCES" && port !== undefined)
    return `Port ${port} may not be used. Set PORT to one above 1023.`;
  if (code === "EADDRNOTAVAIL") return "HOST is no address of this machine. Leave it unset for 127.0.0.1.";
  if (path !== undefined && ["EACCES", "EPERM", "EROFS", "ENOTDIR", "EEXIST"].includes(code ?? "")) {
    return `${path} cannot be written (${code}). Set COUNTERSIGN_DATA_DIR to a folder that can.`;
  }
  return (message ?? String(error)).split("\n")[0] ?? "";
}
