import { afterAll, beforeAll, expect, test } from "vitest";
import { conformanceTools } from "../support/mcp-clients/conformance-tools.ts";
import { type ConformanceRevision, runConformance } from "../support/mcp-clients/run-conformance.ts";
import { startTokenProxy, type TokenProxy } from "../support/mcp-clients/token-proxy.ts";
import type { Server } from "../support/server.ts";
import { openStage, type Stage } from "../support/stage.ts";

let stage: Stage;
let server: Server;
let proxy: TokenProxy;
beforeAll(async () => {
  stage = await openStage();
  server = stage.server();
  for (const { name, inputSchema = { type: "object" }, gated, result, error } of conformanceTools) {
    const ending =
      error === undefined ? `return ${JSON.stringify(result)}` : `throw ${JSON.stringify(error)}`;
    const published = await server.api.post("/tools", {
      name,
      description: `What the conformance suite calls ${name}.`,
      inputSchema,
      code: `export default async () => { ${ending}; }`,
      approval: { mode: gated ? "required" : "disabled" },
    });
    expect(published.status).toBe(201);
    expect((await server.api.patch(`/tools/${name}`, { exposed: true })).status).toBe(200);
  }
  proxy = await startTokenProxy(`${server.url}/mcp`, server.key);
});
afterAll(async () => {
  await proxy.close();
  await stage[Symbol.asyncDispose]();
});

test.each<ConformanceRevision>(["2025-11-25", "2026-07-28"])(
  "every scenario of %s that applies to a server of tools passes",
  async (revision) => {
    const { exitCode, output } = await runConformance(proxy.url, revision);
    expect(exitCode, output).toBe(0);
  },
  120_000,
);
