import { mkdirSync, symlinkSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { temporaryDirectory } from "../../../e2e/support/temporary-directory.ts";
import { keepApart } from "./keep-apart.ts";

const base = temporaryDirectory("apart");
const data = path.join(base, "project", ".data");
mkdirSync(path.join(data, "workspace"), { recursive: true });
mkdirSync(path.join(data, "database"), { recursive: true });
symlinkSync(data, path.join(base, "linked"));

test.each([
  ["the default", path.join(data, "workspace"), data],
  ["a folder elsewhere", path.join(base, "elsewhere"), data],
  ["one whose name only begins alike", `${data}-other`, data],
  ["one whose name begins with dots", path.join(base, "..notes"), data],
])("%s is apart", async (_, root, directory) => {
  await expect(keepApart({ root }, directory)).resolves.toBeUndefined();
});

test.each([
  ["the data directory itself", data, data],
  ["a folder above it", path.join(base, "project"), data],
  ["the root", "/", data],
  ["a folder above it that is named by a link", path.join(base, "project"), path.join(base, "linked")],
  ["the embedded database", path.join(data, "database"), data],
])("%s is not", async (_, root, directory) => {
  await expect(keepApart({ root }, directory)).rejects.toThrow("COUNTERSIGN_WORKSPACE");
});
