import { spawnSync } from "node:child_process";
import path from "node:path";
import { expect, test } from "vitest";

test("a setting that cannot be understood is told before anything is built", () => {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [path.join(import.meta.dirname, "start.ts")],
    {
      env: { PATH: process.env.PATH, NODE_ENV: "production", PORT: "none" },
      encoding: "utf8",
      // A build would take longer.
      timeout: 30_000,
    },
  );
  expect([status, stdout]).toEqual([1, ""]);
  expect(stderr).toBe("Countersign could not start. PORT: must be a port number from 0 to 65535\n");
}, 40_000);
