import { fork } from "node:child_process";
import { once } from "node:events";
import { rmSync } from "node:fs";
import { chmod, mkdir, readdir, readFile, rmdir, writeFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { GroundChangedError } from "../tool.ts";
import { isOwnName, lockName } from "../workspace/own-names.ts";
import {
  foresee,
  type Input,
  inside,
  prepareSampleFolder,
  run,
  withoutPrivilege,
} from "./test-sample-folder.ts";

prepareSampleFolder();

const changes: [string, Input][] = [
  ["write_file", { path: "notes.md", content: "mine" }],
  ["edit_file", { path: "notes.md", oldText: "two", newText: "2" }],
  ["move_file", { source: "notes.md", destination: "ideas.md" }],
  ["delete_file", { path: "notes.md" }],
];

describe("changing beside another process", () => {
  it("loses no edit of one file", async () => {
    const numbers = Array.from({ length: 60 }, (_, index) => index);
    await writeFile(inside("list.txt"), numbers.map((number) => `[${number}]`).join("\n"));
    const processes = [0, 1, 2].map((index) => ({
      child: fork(new URL("./test-edits.ts", import.meta.url), [inside()], { execArgv: [] }),
      edits: numbers
        .filter((number) => number % 3 === index)
        .map((number) => ({ path: "list.txt", oldText: `[${number}]`, newText: `done ${number}` })),
    }));
    await Promise.all(processes.map(({ child }) => once(child, "message")));
    const codes = processes.map(async ({ child, edits }) => {
      child.send(edits);
      return (await once(child, "exit"))[0];
    });
    expect(await Promise.all(codes)).toEqual([0, 0, 0]);
    expect(await readFile(inside("list.txt"), "utf8")).toBe(
      numbers.map((number) => `done ${number}`).join("\n"),
    );
  }, 30_000);

  it.each(changes)("%s looks only when the other is done", async (name, input) => {
    const { ground } = await foresee(name, input);
    await mkdir(inside(lockName, "other"), { recursive: true });
    const running = expect(run(name, input, ground)).rejects.toBeInstanceOf(GroundChangedError);
    // It tries to take the lock, and comes to nothing else.
    while ((await readdir(inside())).filter(isOwnName).length < 2);
    await writeFile(inside("notes.md"), "theirs");
    await rmdir(inside(lockName, "other"));
    await running;
    expect(await readFile(inside("notes.md"), "utf8")).toBe("theirs");
  });

  it.each(changes)("%s changes nothing once its lock was taken away", async (name, input) => {
    const { ground } = await foresee(name, input);
    const before = await readdir(inside());
    const { signal } = new AbortController();
    // It is asked between the look and the change.
    signal.throwIfAborted = () => rmSync(inside(lockName), { recursive: true, force: true });
    await expect(run(name, input, ground, signal)).rejects.toBeInstanceOf(GroundChangedError);
    expect(await readFile(inside("notes.md"), "utf8")).toBe("one\ntwo\nthree\n");
    expect(await readdir(inside())).toEqual(before);
  });

  it.each(changes)("%s says that a workspace may not be changed", async (name, input) => {
    await chmod(inside(), 0o555);
    await expect(withoutPrivilege(() => run(name, input))).rejects.toThrow("no permission");
    expect(await readFile(inside("notes.md"), "utf8")).toBe("one\ntwo\nthree\n");
  });
});
