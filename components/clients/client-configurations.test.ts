import { expect, test } from "vitest";
import { clientConfigurations } from "./client-configurations";

const url = "http://127.0.0.1:3000/mcp";

test("each client is told the address and where the token goes", () => {
  const configurations = clientConfigurations(url);
  expect(configurations.map(({ client }) => client)).toEqual([
    "Claude Desktop",
    "Claude Code",
    "Cursor",
    "VS Code",
  ]);
  for (const { text } of configurations) {
    expect(text).toContain(url);
    expect(text).toMatch(/Authorization/);
    expect(text).toMatch(/Bearer/);
  }
});

test("what goes into a file is JSON", () => {
  for (const { client, text } of clientConfigurations(url)) {
    if (client !== "Claude Code") expect(() => JSON.parse(text)).not.toThrow();
  }
});
