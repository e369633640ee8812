import { link, readdir, readFile, rm, stat, symlink, writeFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { GroundChangedError } from "../tool.ts";
import {
  foresee,
  type Input,
  inside,
  openRegistry,
  outside,
  prepareSampleFolder,
  run,
  signal,
} from "./test-sample-folder.ts";

prepareSampleFolder();

describe("changing", () => {
  it("writes new files with their folders, and replaces content but not the mode", async () => {
    expect(await run("write_file", { path: "a/b/c.txt", content: "é" })).toEqual({
      path: "a/b/c.txt",
      created: true,
      size: 2,
    });
    await writeFile(inside("run.sh"), "old", { mode: 0o755 });
    expect(await run("write_file", { path: "run.sh", content: "new" })).toMatchObject({ created: false });
    expect(await readFile(inside("run.sh"), "utf8")).toBe("new");
    expect((await stat(inside("run.sh"))).mode & 0o777).toBe(0o755);
  });

  it("edits letter by letter", async () => {
    const input = { path: "notes.md", oldText: "two\n", newText: "$& $1\n" };
    expect(await run("edit_file", input)).toMatchObject({ path: "notes.md", line: 2 });
    expect(await readFile(inside("notes.md"), "utf8")).toBe("one\n$& $1\nthree\n");
  });

  it("moves and deletes", async () => {
    await run("move_file", { source: "notes.md", destination: "new/ideas.md" });
    expect(await readFile(inside("new", "ideas.md"), "utf8")).toBe("one\ntwo\nthree\n");
    expect(await readdir(inside())).not.toContain("notes.md");
    expect(await run("delete_file", { path: "new/ideas.md" })).toEqual({ deleted: "new/ideas.md", size: 14 });
    expect(await readdir(inside("new"))).toEqual([]);
  });

  it.each<[string, Input]>([
    ["write_file", { path: "notes.md", content: "mine" }],
    ["edit_file", { path: "notes.md", oldText: "two", newText: "2" }],
    ["move_file", { source: "notes.md", destination: "ideas.md" }],
    ["delete_file", { path: "notes.md" }],
  ])("%s runs on the ground that was shown, and on no other", async (name, input) => {
    const { ground } = await foresee(name, input);
    await writeFile(inside("notes.md"), "one\ntwo\nfour!\n");
    await expect(run(name, input, ground)).rejects.toBeInstanceOf(GroundChangedError);
    expect(await readFile(inside("notes.md"), "utf8")).toBe("one\ntwo\nfour!\n");
    await rm(inside("notes.md"));
    await expect(run(name, input, ground)).rejects.toThrow("changed since it was shown");
    await symlink(outside("secret.txt"), inside("notes.md"));
    await expect(run(name, input, ground)).rejects.toThrow("changed since it was shown");
    await rm(inside("notes.md"));
    await writeFile(inside("notes.md"), "one\ntwo\nthree\n");
    await run(name, input, ground);
    expect(await readFile(inside("notes.md"), "utf8").catch(() => "gone")).not.toBe("one\ntwo\nthree\n");
  });

  it("does not replace what appeared where nothing was shown", async () => {
    const write = await foresee("write_file", { path: "new.md", content: "mine" });
    const move = await foresee("move_file", { source: "notes.md", destination: "new.md" });
    await writeFile(inside("new.md"), "theirs");
    await expect(run("write_file", { path: "new.md", content: "mine" }, write.ground)).rejects.toBeInstanceOf(
      GroundChangedError,
    );
    const moving = run("move_file", { source: "notes.md", destination: "new.md" }, move.ground);
    await expect(moving).rejects.toBeInstanceOf(GroundChangedError);
    expect(await readFile(inside("new.md"), "utf8")).toBe("theirs");
  });

  it("changes nothing outside through a hard link that somebody made", async () => {
    for (const name of ["write_file", "edit_file", "delete_file"])
      await link(outside("secret.txt"), inside(name));
    await run("write_file", { path: "write_file", content: "mine" });
    await run("edit_file", { path: "edit_file", oldText: "secret", newText: "mine" });
    await run("delete_file", { path: "delete_file" });
    expect(await readFile(inside("edit_file"), "utf8")).toBe("mine");
    expect(await readFile(outside("secret.txt"), "utf8")).toBe("secret");
  });

  it("loses no edit of many side by side", async () => {
    const numbers = Array.from({ length: 20 }, (_, index) => index + 1);
    await writeFile(inside("list.txt"), numbers.map((number) => `[${number}]`).join("\n"));
    const edit = (number: number) =>
      run("edit_file", { path: "list.txt", oldText: `[${number}]`, newText: `done ${number}` });
    await Promise.all(numbers.map(edit));
    expect(await readFile(inside("list.txt"), "utf8")).toBe(
      numbers.map((number) => `done ${number}`).join("\n"),
    );
  });

  it("lets one of two approved edits of the same ground win, also through another registry", async () => {
    const other = await openRegistry();
    const inputs = ["2", "zwei"].map((newText) => ({ path: "notes.md", oldText: "two", newText }));
    const { ground } = await foresee("edit_file", inputs[0] ?? {});
    const outcomes = await Promise.allSettled([
      run("edit_file", inputs[0] ?? {}, ground),
      other.get("edit_file")?.run(inputs[1] ?? {}, { signal, ground }),
    ]);
    expect(outcomes.map(({ status }) => status)).toEqual(["fulfilled", "rejected"]);
    expect(await readFile(inside("notes.md"), "utf8")).toBe("one\n2\nthree\n");
  });
});
