import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
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

const program = path.join(base, "installed", "countersign");
const [settled, secrets] = [path.join(base, "settled"), path.join(base, "secrets")];
for (const folder of [program, settled, secrets]) mkdirSync(folder, { recursive: true });
writeFileSync(path.join(secrets, "production.env"), "COUNTERSIGN_SECRET=x");
symlinkSync(path.join(secrets, "production.env"), path.join(settled, ".env"));
const packages = path.join(base, "packages");
mkdirSync(path.join(program, "lib", "deep"), { recursive: true });
mkdirSync(packages);
symlinkSync(packages, path.join(program, "node_modules"));
const surroundings = { program, environmentFile: path.join(settled, ".env") };

test.each([
  ["the folder of the settings", settled, "the settings"],
  ["the folder that the settings are linked from", secrets, "the settings"],
  ["the program", program, "Countersign itself"],
  ["a folder above the program", path.dirname(program), "Countersign itself"],
  ["the program's code", path.join(program, "lib"), "is in the lib folder of Countersign"],
  ["a folder in it", path.join(program, "lib", "deep"), "is in the lib folder of Countersign"],
  ["what its packages are linked from", path.join(packages, "one"), "is in the node_modules folder"],
])("%s is not", async (_, root, reason) => {
  await expect(keepApart({ root }, data, surroundings)).rejects.toThrow(reason);
});

test.each([
  ["a folder beside the settings", path.join(settled, "work"), surroundings],
  ["the default in the program's folder", path.join(program, ".data", "workspace"), surroundings],
  ["another folder in the program's", path.join(program, "notes"), surroundings],
  ["one whose name begins like the program's", path.join(program, "library"), surroundings],
  [
    "one where settings could be and are not",
    path.join(base, "elsewhere"),
    { program, environmentFile: path.join(base, "elsewhere", ".env") },
  ],
])("%s is apart", async (_, root, around) => {
  await expect(keepApart({ root }, data, around)).resolves.toBeUndefined();
});

test("Countersign's own folder is known without being told", async () => {
  const root = path.resolve(import.meta.dirname, "../../..");
  await expect(keepApart({ root }, data)).rejects.toThrow("COUNTERSIGN_WORKSPACE");
});
