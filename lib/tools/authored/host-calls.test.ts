import { readdir } from "node:fs/promises";
import { expect, it } from "vitest";
import { answerHostCall, type Capabilities, mayChange } from "./host-calls.ts";
import type { HostOperation } from "./sandbox-messages.ts";
import { inside, prepareSandbox, sandboxHost } from "./test-sandbox.ts";

prepareSandbox();

it.each<[HostOperation, object, Capabilities]>([
  ["fetch", { url: "https://example.com/" }, { files: "write" }],
  ["fetch", { url: "https://example.com/" }, { hosts: [] }],
  ["list", {}, { hosts: ["example.com"] }],
  ["read", { path: "a.txt" }, {}],
  ["write", { path: "a.txt", content: "x" }, { files: "read" }],
])("the host itself refuses %s %o with %o", async (operation, request, capabilities) => {
  const world = { ...sandboxHost(), capabilities };
  const { answer } = await answerHostCall(
    operation,
    JSON.stringify(request),
    world,
    new AbortController().signal,
  );
  expect(answer).toEqual({ ok: false, error: "This is not available." });
  expect(await readdir(inside())).toEqual([]);
});

it("a request that is no JSON, or has more than it should, is refused", async () => {
  const world = { ...sandboxHost(), capabilities: { files: "write" as const } };
  const { signal } = new AbortController();
  for (const payload of ["{", '{"path":"a","root":"/"}']) {
    expect(await answerHostCall("read", payload, world, signal)).toMatchObject({ answer: { ok: false } });
  }
});

it.each<[HostOperation, string, boolean]>([
  ["write", "{}", true],
  ["read", "{}", false],
  ["fetch", '{"url":"https://example.com","method":"delete"}', true],
  ["fetch", '{"url":"https://example.com"}', false],
  ["fetch", '{"url":"https://example.com","method":"head"}', false],
  ["fetch", "undefined", false],
])("%s with %s may change something: %s", (operation, payload, changes) => {
  expect(mayChange(operation, payload)).toBe(changes);
});
