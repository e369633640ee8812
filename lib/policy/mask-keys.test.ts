import { expect, test } from "vitest";
import { maskKeys } from "./mask-keys.ts";

test.each([
  ["Authorization: Bearer abc.def-123", "abc.def-123"],
  ["used sk-proj-0123456789abcdef here", "0123456789abcdef"],
  ["ghp_0123456789abcdefghij was pushed", "0123456789abcdefghij"],
  ["AKIAIOSFODNN7EXAMPLE", "AKIAIOSFODNN7EXAMPLE"],
  ["eyJhbGciOi.eyJzdWIi.c2lnbmF0dXJl", "eyJzdWIi"],
  ['{"api_key":"abcdef123456"}', "abcdef123456"],
  [JSON.stringify({ body: '{"password":"hunter2hunter2"}' }), "hunter2hunter2"],
  ["postgres://user:pass@db/main", "pass"],
])("%s hides its key", (text, secret) => {
  expect(maskKeys(text)).not.toContain(secret);
  expect(maskKeys(text)).toContain("[hidden]");
});

test("ordinary words stay", () => {
  const line =
    '{"level":30,"msg":"took over a run of an instance that is gone","run":"01a1ef52-0f79-762f-bd94-3c774480499e"}';
  expect(maskKeys(line)).toBe(line);
});
