import { expect, onTestFinished, test } from "vitest";
import { startAskingUpstream } from "../../../e2e/support/mcp/asking-upstream.ts";
import type { Definition } from "../../mcp-client/definition.ts";
import { createPool } from "../../mcp-client/pool.ts";
import { eventually, testNetwork } from "../../mcp-client/test-connection.ts";
import { effectiveSettings, type ToolSettingsRow } from "../tool-settings.ts";
import type { ServerToolRow } from "./remember-tools.ts";
import type { ServerRow } from "./server-row.ts";
import { wrapTool } from "./wrap-tool.ts";

const pool = createPool({ network: testNetwork(), installationId: "ours", version: "0.0.0" });
const server: ServerRow = {
  id: "one",
  name: "post",
  url: "https://example.com/mcp",
  command: null,
  args: [],
  sealed: null,
  enabled: true,
  trusted: false,
  allow_private_address: false,
  tools: ["@all"],
  require_approval: null,
  timeout_seconds: null,
};
const definition: Definition = {
  title: null,
  description: "Sends.",
  inputSchema: { type: "object" },
  annotations: {},
};
const row: ServerToolRow = {
  server_id: "one",
  original_name: "send",
  name: "post__send",
  definition,
  fingerprint: "now",
  reviewed: { ...definition, description: "Reads." },
  reviewed_fingerprint: "then",
};
const settings: ToolSettingsRow = {
  tool_name: "post__send",
  enabled: true,
  risk: null,
  approval_mode: null,
  prompt: null,
  timeout_seconds: null,
  exposed: null,
  alias: null,
  outside: null,
  elicitation_seconds: null,
};

test("what changed is worked out where someone looks, and nowhere else", () => {
  const reviewed = Object.defineProperty({ ...definition }, "description", {
    get: () => {
      throw new Error("looked at");
    },
  });
  const tool = wrapTool(server, { ...row, reviewed }, { pool, misnamed: false });
  expect(tool.changed).toBe(true);
  expect(() => tool.changes).toThrow("looked at");
  expect(
    wrapTool(server, { ...row, reviewed, reviewed_fingerprint: "now" }, { pool, misnamed: false }).changes,
  ).toBeUndefined();
});

test("what changed is told, also where the words are the same", () => {
  expect(wrapTool(server, row, { pool, misnamed: false }).changes).toBe("Description\n- Reads.\n+ Sends.");
  expect(wrapTool(server, { ...row, reviewed: definition }, { pool, misnamed: false }).changes).toContain(
    "comes from elsewhere",
  );
});

test("one that says the same of itself at another place is another tool", () => {
  const pinAt = (place: Partial<ServerRow>) =>
    wrapTool({ ...server, ...place }, row, { pool, misnamed: false }).fingerprint;
  expect(pinAt({ url: "https://EXAMPLE.com:443/mcp" })).toBe(pinAt({}));
  for (const url of ["https://example.com/other", "https://example.com/mcp?a", "https://example.org/mcp"]) {
    expect(pinAt({ url })).not.toBe(pinAt({}));
  }
  const program = { url: null, command: "npx", args: ["one"] };
  expect(pinAt({ ...program, args: ["two"] })).not.toBe(pinAt(program));
});

test("where a name that should ask means no tool, all of them ask", () => {
  const trusting = { ...server, trusted: true, require_approval: ["sned"] };
  expect(wrapTool(trusting, row, { pool, misnamed: false }).asksByDefault).toBe(false);
  expect(wrapTool(trusting, row, { pool, misnamed: true }).asksByDefault).toBe(true);
});

test("with its server a tool is off, whatever was set about it", () => {
  const off = wrapTool({ ...server, enabled: false }, row, { pool, misnamed: false });
  expect(effectiveSettings(off, settings).enabled).toBe(false);
  expect(effectiveSettings(wrapTool(server, row, { pool, misnamed: false }), settings).enabled).toBe(true);
});

test("a call is not sent to where its server has moved meanwhile", async () => {
  const moving = createPool({ network: testNetwork(), installationId: "ours", version: "0.0.0" });
  onTestFinished(() => moving.stop());
  const tool = wrapTool(server, row, { pool: moving, misnamed: false });
  const call = () => tool.run({}, { signal: new AbortController().signal, ground: null });
  for (const url of ["https://example.org/mcp", "https://example.com/moved"]) {
    moving.set([{ id: "one", name: "post", url }]);
    await expect(call()).rejects.toThrow("at another place");
  }
  moving.set([{ id: "one", name: "post", url: "https://example.com/mcp" }]);
  await expect(call()).rejects.toThrow("not connected");
});

test("a form that is too large is declined by nobody, and the result of its call says that it was not shown", async () => {
  const choices = Array.from({ length: 101 }, String);
  const asking = await startAskingUpstream({
    type: "object",
    properties: { one: { type: "string", enum: choices } },
  });
  const asked = createPool({ network: testNetwork(), installationId: "ours", version: "0.0.0" });
  onTestFinished(async () => {
    await asked.stop();
    await asking.close();
  });
  const { url } = asking.upstream;
  asked.set([{ id: "one", name: "post", url, allowPrivateAddress: true }]);
  const [listed] = await eventually(() => {
    const { tools = [] } = asked.get("one")?.snapshot() ?? {};
    expect(tools).toHaveLength(1);
    return tools;
  });
  const echo = { ...row, original_name: "echo", fingerprint: listed?.fingerprint ?? "" };
  const tool = wrapTool({ ...server, url, allow_private_address: true }, echo, {
    pool: asked,
    misnamed: false,
  });
  const ask = () => Promise.reject(new Error("nobody is to be asked"));
  const result = await tool.run({}, { signal: new AbortController().signal, ground: null, ask });
  expect(asking.answers).toEqual([{ action: "cancel" }]);
  expect(result).toEqual({
    content: [{ type: "text", text: '{"action":"cancel"}' }],
    note: expect.stringContaining("asked for more than can be shown to a person"),
  });
});
