import { expect, test } from "vitest";
import { emptyServer, readDraft } from "./server-draft";

const draft = { ...emptyServer, name: "docs" };

test("an address takes its token and headers along", () => {
  const url = "https://example.com/mcp";
  expect(readDraft({ ...draft, url: ` ${url} `, token: " abc ", headers: "X-Team: 7" })).toEqual({
    input: {
      name: "docs",
      url,
      allowPrivateAddress: false,
      headers: { "X-Team": "7", Authorization: "Bearer abc" },
    },
  });
  expect(readDraft({ ...draft, url })).toEqual({
    input: { name: "docs", url, allowPrivateAddress: false },
  });
});

test("a command is split into its words, and takes its variables along", () => {
  expect(readDraft({ ...draft, command: 'node "a b.js"', env: "KEY=x" })).toEqual({
    input: { name: "docs", command: "node", args: ["a b.js"], env: { KEY: "x" } },
  });
});

test.each([
  [{ ...draft, name: "My Docs", url: "https://a.example" }, "name"],
  [draft, "url"],
  [{ ...draft, url: "https://a.example", command: "node" }, "url"],
  [{ ...draft, url: "ftp://a.example" }, "url"],
  [{ ...draft, url: "https://a.example", headers: "nothing" }, "headers"],
  [{ ...draft, command: "node 'x" }, "command"],
  [{ ...draft, command: "node x", env: "nothing" }, "env"],
])("%j names the field to mend", (wrong, field) => {
  expect(readDraft(wrong)).toMatchObject({ problem: { field } });
});
