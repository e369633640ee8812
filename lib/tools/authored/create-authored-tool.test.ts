import type { ServerResponse } from "node:http";
import { describe, expect, it } from "vitest";
import { OutcomeUnknownError, ToolError } from "../tool.ts";
import { validateArguments } from "../validate-arguments.ts";
import { type AuthoredDefinition, createAuthoredTool } from "./create-authored-tool.ts";
import { closeServersAfterEach, internet, serve } from "./test-internet.ts";
import { prepareSandbox, sandboxHost } from "./test-sandbox.ts";

prepareSandbox();
closeServersAfterEach();

const values: Record<string, string> = { API_KEY: "value-of-the-key", OTHER: "value-of-another" };
const signal = new AbortController().signal;
const definition: AuthoredDefinition = {
  name: "word_count",
  description: "Counts words.",
  inputSchema: { type: "object", properties: { text: { type: "string" } }, required: ["text"] },
  code: "export default ({ text }) => ({ words: text.split(' ').length })",
};

const create = (changes: Partial<AuthoredDefinition> = {}) =>
  createAuthoredTool(
    { ...definition, ...changes },
    {
      ...sandboxHost(internet()),
      readSecrets: async (names) =>
        Object.fromEntries(names.filter((name) => name in values).map((name) => [name, values[name] ?? ""])),
    },
  );
const call = (changes: Partial<AuthoredDefinition>, given = signal) =>
  create(changes).run({ text: "one two" }, { signal: given, ground: null });

describe("an authored tool", () => {
  it("is one of ours, without foresight", () => {
    const tool = create();
    expect(tool).toMatchObject({
      name: "word_count",
      title: "Word count",
      description: "Counts words.",
      source: "authored",
      risk: "L0",
      asksByDefault: false,
    });
    expect(tool.foresee).toBeUndefined();
    expect(validateArguments(tool, { text: 1 })).toContain('"text"');
  });

  it("asks as soon as it can do anything", () => {
    expect(create({ capabilities: { files: "read" } })).toMatchObject({ risk: "L1", asksByDefault: true });
    expect(create({ capabilities: { hosts: ["example.com"], secrets: ["API_KEY"] } })).toMatchObject({
      risk: "L4",
      asksByDefault: true,
    });
  });

  it("is another tool when anything of its definition changed, and the same when it was only read again", () => {
    const { fingerprint } = create();
    const { inputSchema, ...rest } = definition;
    expect(create({ ...rest, inputSchema: JSON.parse(JSON.stringify(inputSchema)) }).fingerprint).toBe(
      fingerprint,
    );
    for (const change of [
      { code: "export default () => 1" },
      { description: "Counts." },
      { inputSchema: { type: "object" } },
      { capabilities: { files: "read" as const } },
    ]) {
      expect(create(change).fingerprint).not.toBe(fingerprint);
    }
  });

  it("answers with what its code returns", async () => {
    expect(await call({})).toEqual({ words: 2 });
  });

  it("fails with a sentence, and with what it logged", async () => {
    const code = "export default () => { console.log('step 1'); throw new Error('no luck') }";
    await expect(call({ code })).rejects.toThrow(new ToolError("no luck (line 1)\nConsole:\nstep 1"));
    const loud =
      "export default () => { for (let i = 0; i < 150; i += 1) console.log('line', i, 'x'.repeat(50)); throw new Error('x') }";
    const error = await call({ code: loud }).catch((thrown: Error) => thrown);
    expect(error).toBeInstanceOf(ToolError);
    expect(String(error)).toContain("line 149");
    expect(String(error)).not.toContain("line 10 ");
  });

  it("gets the secrets that it names and no others, and gives none away", async () => {
    const code = "export default (input, { secrets }) => [Object.keys(secrets), secrets.API_KEY]";
    expect(await call({ code, capabilities: { secrets: ["API_KEY"] } })).toEqual([
      ["API_KEY"],
      "[secret API_KEY]",
    ]);
  });

  it("does not run without a secret that it names", async () => {
    const capabilities = { secrets: ["API_KEY", "MISSING"] };
    await expect(call({ capabilities })).rejects.toThrow(new ToolError('The secret "MISSING" is not set.'));
  });

  it("has neither failed nor succeeded when it fails while a request is under way", async () => {
    const port = await serve(() => undefined);
    const capabilities = { hosts: [`public.test:${port}`] };
    const code = (method: string) =>
      `export default (input, { fetch }) => { fetch('http://public.test:${port}', { method: '${method}' }); throw new Error('no luck') }`;
    await expect(call({ code: code("post"), capabilities })).rejects.toThrow(OutcomeUnknownError);
    await expect(call({ code: code("get"), capabilities })).rejects.toThrow(ToolError);
  });

  it.each([
    ["without an answer", (response: ServerResponse) => response.destroy()],
    [
      "in the middle of its answer",
      (response: ServerResponse) => {
        response.writeHead(200, { "content-length": "100" });
        response.write("do", () => response.destroy());
      },
    ],
    ["with more than is read", (response: ServerResponse) => response.end("x".repeat(2 * 1024 * 1024 + 1))],
  ])("has neither failed nor succeeded when the connection of a request ends %s", async (_, end) => {
    const port = await serve((request, response) => void request.resume().on("end", () => end(response)));
    const capabilities = { hosts: [`public.test:${port}`] };
    const code = (method: string, after = "") =>
      `export default async (input, { fetch }) => { await fetch('http://public.test:${port}', { method: '${method}' })${after}; throw new Error('no luck') }`;
    await expect(call({ code: code("put"), capabilities })).rejects.toThrow(OutcomeUnknownError);
    await expect(call({ code: code("put", ".catch(() => {})"), capabilities })).rejects.toThrow(
      OutcomeUnknownError,
    );
    await expect(call({ code: code("get"), capabilities })).rejects.toThrow(ToolError);
  });

  it("has failed when its request never left, or was answered", async () => {
    const port = await serve(
      (_, response) => void response.writeHead(307, { location: "http://8.8.8.8/" }).end(),
    );
    const code = (url: string) =>
      `export default async (input, { fetch }) => { await fetch('${url}', { method: 'post' }) }`;
    const nobodyListens = "public.test:2";
    for (const host of [`public.test:${port}`, nobodyListens, "nowhere.test"]) {
      const capabilities = { hosts: [host] };
      await expect(call({ code: code(`http://${host}`), capabilities })).rejects.toThrow(ToolError);
    }
  });

  it("stops when it is told to", async () => {
    const stopped = AbortSignal.abort(new Error("stopped"));
    await expect(call({}, stopped)).rejects.toThrow("stopped");
  });
});
