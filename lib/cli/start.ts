/** `npm start`: the pages are built when they have to be, then the server takes this process over. */
import { loadConfig } from "../config.ts";
import { startProblem } from "../http/start-problem.ts";
import { buildIfNeeded } from "./build.ts";

Object.assign(process.env, { NODE_ENV: "production" });
try {
  // Nobody waits for a build to be told of a wrong setting.
  loadConfig(".env");
} catch (error) {
  process.stderr.write(`Countersign could not start. ${startProblem(error)}\n`);
  process.exit(1);
}
try {
  buildIfNeeded();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  process.exit(1);
}
await import("../http/main.ts");
