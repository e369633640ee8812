import { expect, it } from "vitest";
import type { CallRow } from "../db/rows.ts";
import { createRegistry } from "../tools/registry.ts";
import { builtIn } from "../tools/test-services.ts";
import type { Tool } from "../tools/tool.ts";
import { dispatch } from "./dispatch.ts";

const call: CallRow = {
  id: "one",
  run_id: null,
  conversation_id: null,
  step: null,
  position: null,
  tool_call_id: null,
  tool: { name: builtIn.name, title: builtIn.title, source: builtIn.source, risk: builtIn.risk },
  tool_name: builtIn.name,
  arguments: "{}",
  arguments_digest: "",
  state: "executing",
  because: [],
  ground: null,
  tool_fingerprint: null,
  result: null,
  error: null,
  note: null,
  caller: null,
  owner: null,
  epoch: 1,
  open_key: null,
  requested_at: "",
  started_at: null,
  ended_at: null,
};

it("works out what is to be hidden once for all the words that a tool cuts, and again for what it gives back", async () => {
  let read = 0;
  const secrets = {
    values: () => {
      read += 1;
      return { KEY: "a key of theirs" };
    },
    named: () => ({}),
    reload: async () => {},
  };
  const words = Array.from({ length: 1_000 }, (_, n) => `${n} a key of theirs`);
  const cuts: Tool = { ...builtIn, run: async (_, { hide }) => words.map((each) => hide?.(each)) };
  const services = { registry: createRegistry([cuts]), secrets };
  const { signal } = new AbortController();
  const ending = await dispatch(services, { call, decisions: [], signal, late: () => {} });
  expect(ending).toMatchObject({ state: "succeeded", result: words.map((_, n) => `${n} [secret KEY]`) });
  expect(read).toBe(2);
});
