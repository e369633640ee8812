import { expect, test } from "vitest";
import { ConfigError } from "../config.ts";
import { startProblem } from "./start-problem.ts";

const systemError = (code: string, more: object) =>
  Object.assign(new Error(`${code}: long\nand more`), { code, ...more });

test.each([
  [new ConfigError("PORT: must be a port number"), "PORT: must be a port number"],
  [
    systemError("EADDRINUSE", { port: 3000 }),
    "Port 3000 is in use. Stop what listens there, or set PORT to another one.",
  ],
  [
    systemError("EACCES", { path: "/data" }),
    "/data cannot be written (EACCES). Set COUNTERSIGN_DATA_DIR to a folder that can.",
  ],
  [systemError("EOTHER", {}), "EOTHER: long"],
])("%s is one line that says what to do", (error, line) => {
  expect(startProblem(error)).toBe(line);
});
