/** `npm start`: the pages are built when they have to be, then the server takes this process over. */
import { buildIfNeeded } from "./build.ts";

Object.assign(process.env, { NODE_ENV: "production" });
try {
  buildIfNeeded();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  process.exit(1);
}
await import("../http/main.ts");
