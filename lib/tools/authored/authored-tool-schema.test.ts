import { describe, expect, it } from "vitest";
import { authoredToolSchema } from "./authored-tool-schema.ts";
import { checkCode } from "./check-code.ts";
import { prepareSandbox, sandboxHost } from "./test-sandbox.ts";

prepareSandbox();

const valid = {
  name: "word_count",
  description: "Counts words.",
  inputSchema: { type: "object", properties: { text: { type: "string" } }, required: ["text"] },
  code: "export default ({ text }) => text.split(' ').length",
};

/** The field that each problem names. */
const problems = (changes: object): string[] =>
  authoredToolSchema.safeParse({ ...valid, ...changes }).error?.issues.map(({ path }) => path.join(".")) ??
  [];

describe("a definition", () => {
  it("is accepted as it is", () => {
    expect(authoredToolSchema.parse(valid)).toEqual(valid);
    const capabilities = {
      hosts: ["api.example.com", "*.example.com", "8.8.8.8:8080"],
      files: "write",
      secrets: ["API_KEY"],
    };
    const approval = { mode: "required", prompt: "Count?", timeoutSeconds: 60 };
    expect(problems({ capabilities, approval })).toEqual([]);
  });

  it.each<[string, object]>([
    ["name", { name: "" }],
    ["name", { name: "a".repeat(65) }],
    ["name", { name: "with space" }],
    ["name", { name: "dotted.name" }],
    ["name", { name: "github__create_issue" }],
    ["name", { name: "try" }],
    ["name", { name: "new" }],
    ["description", { description: "  " }],
    ["description", { description: "x".repeat(4_001) }],
    ["description", { description: "a\0b" }],
    ["code", { code: "" }],
    ["code", { code: "x".repeat(200_001) }],
    ["code", { code: "'\ud800'" }],
    ["inputSchema", { inputSchema: [] }],
    ["inputSchema", { inputSchema: {} }],
    ["inputSchema", { inputSchema: { type: "string" } }],
    ["inputSchema", { inputSchema: { type: "object", properties: 1 } }],
    ["inputSchema", { inputSchema: { type: "object", properties: { a: { type: "strange" } } } }],
    ["inputSchema", { inputSchema: { type: "object", properties: { a: { pattern: "(" } } } }],
    ["inputSchema", { inputSchema: { type: "object", $ref: "https://example.com/schema.json" } }],
    ["inputSchema", { inputSchema: { type: "object", $async: true } }],
    ["inputSchema", { inputSchema: { type: "object", description: "x".repeat(70_000) } }],
    ["capabilities.hosts.0", { capabilities: { hosts: ["https://example.com/"] } }],
    ["capabilities.hosts.0", { capabilities: { hosts: ["*"] } }],
    ["capabilities.hosts.0", { capabilities: { hosts: ["localhost"] } }],
    ["capabilities.hosts.0", { capabilities: { hosts: ["127.0.0.1:3000"] } }],
    ["capabilities.hosts.1", { capabilities: { hosts: ["example.com", "10.0.0.1"] } }],
    ["capabilities.hosts.0", { capabilities: { hosts: ["[::1]"] } }],
    ["capabilities.files", { capabilities: { files: "all" } }],
    ["capabilities.secrets.0", { capabilities: { secrets: ["with space"] } }],
    ["capabilities", { capabilities: { network: true } }],
    ["approval.mode", { approval: { mode: "never" } }],
    ["", { version: 3 }],
  ])("is refused for its %s: %o", (field, changes) => {
    expect(problems(changes)).toEqual([field]);
  });

  it.each(["constructor", "__proto__", "toString", "UPPER-case_9"])("may be named %s", (name) => {
    expect(problems({ name })).toEqual([]);
  });
});

describe("the code", () => {
  const check = (code: string) => checkCode(code, sandboxHost(), new AbortController().signal);

  it("is loaded and not called", async () => {
    await expect(check(valid.code)).resolves.toBeUndefined();
    await expect(check("export default () => { for (;;); }")).resolves.toBeUndefined();
  });

  it.each([
    ["export default async ( => 1", "SyntaxError"],
    ["const a = 1;", "no default export"],
    ["export default 1", "no default export"],
    ["import fs from 'node:fs'; export default () => 1", "cannot be imported"],
    ["await new Promise(() => {}); export default () => 1", "never comes"],
  ])("%s is refused", async (code, message) => {
    await expect(check(code)).rejects.toMatchObject({
      code: "invalid",
      field: "code",
      message: expect.stringContaining(message),
    });
  });
});
