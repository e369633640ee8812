import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { temporaryDirectory } from "../../e2e/support/temporary-directory.ts";
import { type Database, DatabaseError } from "./client.ts";
import { holderHere } from "./folder-holder.ts";
import { openEmbedded } from "./open-embedded.ts";
import { sql } from "./sql.ts";

const folder = temporaryDirectory("held");
let database: Database;
beforeAll(async () => {
  database = await openEmbedded(folder);
});
afterAll(async () => {
  await database.close();
  await rm(folder, { recursive: true, force: true });
});

test("a folder that is open is refused to a second one, here and in another process", async () => {
  await expect(openEmbedded(folder)).rejects.toThrow(DatabaseError);
  await expect(openEmbedded(folder)).rejects.toThrow(/in use by another Countersign \(process \d+\)/);
  const program = `import { openEmbedded } from ${JSON.stringify(path.join(import.meta.dirname, "open-embedded.ts"))};
    openEmbedded(process.argv[1]).then(() => process.exit(0), (error) => { console.error(error.message); process.exit(7); });`;
  const child = spawn(process.execPath, ["--input-type=module", "-e", program, folder]);
  let said = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    said += text;
  });
  const [code] = await once(child, "close");
  expect({ code, said }).toEqual({
    code: 7,
    said: expect.stringContaining("is in use by another Countersign"),
  });
});

test("a folder that a process on another host holds is refused, with the file that says so", async () => {
  await database.close();
  const file = path.join(folder, "in-use");
  const elsewhere = { pid: 2 ** 22 + 1, started: "1", host: "another-container", boot: null };
  await writeFile(file, JSON.stringify(elsewhere));
  await expect(openEmbedded(folder)).rejects.toThrow(
    `is in use by another Countersign (process ${elsewhere.pid} on another-container). Stop it there, or set COUNTERSIGN_DATA_DIR to another folder; if it is gone already, delete ${file}.`,
  );
  expect(JSON.parse(await readFile(file, "utf8"))).toEqual(elsewhere);
  await rm(file);
  database = await openEmbedded(folder);
});

test("a process of before the machine was started again holds nothing, though its number lives", async () => {
  await database.close();
  const file = path.join(folder, "in-use");
  await writeFile(
    file,
    JSON.stringify({ ...holderHere(), pid: process.ppid, started: null, boot: "another" }),
  );
  database = await openEmbedded(folder);
  expect(JSON.parse(await readFile(file, "utf8"))).toEqual(holderHere());
});

test("after a close, and after a process that died, it opens again with what was saved", async () => {
  await database.query(sql`insert into conversations (id, title) values ('kept', 'Kept')`);
  await database.close();
  await writeFile(path.join(folder, "in-use"), JSON.stringify({ pid: 2 ** 22 + 1, started: "1" }));
  database = await openEmbedded(folder);
  expect(await database.query(sql`select title from conversations where id = 'kept'`)).toEqual([
    { title: "Kept" },
  ]);
  expect(JSON.parse(await readFile(path.join(folder, "in-use"), "utf8"))).toMatchObject({ pid: process.pid });
});
