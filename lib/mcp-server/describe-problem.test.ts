import { expect, test } from "vitest";
import { describeProblem } from "./describe-problem.ts";

const nested = (levels: number) => JSON.parse(`${"[".repeat(levels)}${"]".repeat(levels)}`);
const call = (args: string) =>
  JSON.parse(`{"method":"tools/call","params":{"name":"a","arguments":${args}}}`);

test("a message may be nested as deep as arguments may be, and no deeper than a hundred levels", () => {
  for (const levels of [1, 100]) expect(describeProblem(nested(levels))).toBeNull();
  for (const levels of [101, 1_000_000]) expect(describeProblem(nested(levels))).toMatch(/deeper than 100/);
});

test("a batch has a hundred messages at most", () => {
  expect(describeProblem(Array(100).fill(call("{}")))).toBeNull();
  expect(describeProblem(Array(101).fill(call("{}")))).toMatch(/more than 100 messages/);
});

test("an argument that the protocol's parser would leave out is refused, alone and in a batch", () => {
  const hidden = call('{"path":"a","__proto__":{"content":"b"}}');
  for (const body of [hidden, [call("{}"), hidden]]) expect(describeProblem(body)).toMatch(/"__proto__"/);
  for (const args of ["{}", "[]", "null", '{"constructor":1,"inner":{"__proto__":2}}']) {
    expect(describeProblem(call(args))).toBeNull();
  }
  for (const body of [null, 1, "a", [], {}, { params: null }]) expect(describeProblem(body)).toBeNull();
});
