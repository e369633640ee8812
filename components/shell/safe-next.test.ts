import { expect, it } from "vitest";
import { safeNext } from "./safe-next";

const origin = "http://127.0.0.1:3000";

it.each([
  ["/c/42?x=1#end", "/c/42?x=1#end"],
  ["/settings/tools", "/settings/tools"],
  [null, "/"],
  ["", "/"],
  ["//evil.example/x", "/"],
  ["/\\evil.example/x", "/"],
  ["/\t/evil.example", "/"],
  ["https://evil.example", "/"],
  ["javascript:alert(1)", "/"],
  ["/sign-in?next=/sign-in", "/"],
])("leads from %j to %s", (next, path) => {
  expect(safeNext(next, origin)).toBe(path);
});
