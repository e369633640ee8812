import path from "node:path";
import { expect, test } from "vitest";
import { temporaryDirectory } from "../e2e/support/temporary-directory.ts";
import { loadConfig, readConfig } from "./config.ts";

test("what is not set, or blank, has its default", () => {
  const blank = { PORT: " ", HOST: "", COUNTERSIGN_DATA_DIR: "  ", OPENAI_MODEL: "\t" };
  for (const environment of [{}, blank]) {
    expect(readConfig(environment)).toMatchObject({
      port: 3000,
      host: "127.0.0.1",
      dataDirectory: path.resolve(".data"),
      openai: { model: undefined },
    });
  }
});

test("space around a value is no part of it", () => {
  const dataDirectory = path.resolve("somewhere");
  const set = { PORT: " 8080 ", COUNTERSIGN_DATA_DIR: " somewhere ", LOG_LEVEL: "warn " };
  expect(readConfig(set)).toMatchObject({ port: 8080, dataDirectory, logLevel: "warn" });
});

test.each([
  ["PORT", "0x10"],
  ["PORT", "1e3"],
  ["PORT", "80.0"],
  ["PORT", "-1"],
  ["PORT", "65536"],
  ["PORT", "99999999999"],
  ["COUNTERSIGN_LEASE_SECONDS", "10s"],
  ["COUNTERSIGN_LEASE_SECONDS", "0"],
])("%s=%s is refused with its name and what is allowed", (name, value) => {
  expect(() => readConfig({ [name]: value })).toThrow(
    new RegExp(`^${name}: must be a .* from \\d+ to \\d+$`),
  );
});

test("a file of settings that cannot be read is named", () => {
  const folder = temporaryDirectory("settings");
  expect(() => loadConfig(folder)).toThrow(`${folder} cannot be read`);
});
