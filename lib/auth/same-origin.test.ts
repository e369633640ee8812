import { describe, expect, test } from "vitest";
import { isForeign, isFromAnotherSite } from "./same-origin.ts";

describe("Host and Origin", () => {
  test.each([
    [{ host: "127.0.0.1:3000" }],
    [{ host: "localhost:3000" }],
    [{ host: "[::1]:3000" }],
    [{ host: "LOCALHOST:3000", origin: "http://localhost:3000" }],
    [{ host: "127.0.0.1:3000", origin: "http://127.0.0.1:3000" }],
  ])("%o is ours", (headers) => {
    expect(isForeign(headers, 3000)).toBe(false);
  });

  test.each([
    [{}],
    [{ host: "" }],
    [{ host: "127.0.0.1" }],
    [{ host: "127.0.0.1:3001" }],
    [{ host: "evil.example:3000" }],
    [{ host: "127.0.0.1.evil.example:3000" }],
    [{ host: "127.0.0.1:3000", origin: "null" }],
    [{ host: "127.0.0.1:3000", origin: "http://localhost:3000" }],
    [{ host: "127.0.0.1:3000", origin: "http://127.0.0.1:4000" }],
    [{ host: "127.0.0.1:3000", origin: "https://127.0.0.1:3000" }],
    [{ host: "127.0.0.1:3000", origin: "https://evil.example" }],
  ])("%o is foreign", (headers) => {
    expect(isForeign(headers, 3000)).toBe(true);
  });

  test("the default port may go without saying", () => {
    expect(isForeign({ host: "localhost", origin: "http://localhost" }, 80)).toBe(false);
  });
});

test.each([
  [undefined, false],
  ["none", false],
  ["same-origin", false],
  ["same-site", true],
  ["cross-site", true],
])("Sec-Fetch-Site %s: from another site is %s", (site, another) => {
  expect(isFromAnotherSite({ "sec-fetch-site": site })).toBe(another);
});
