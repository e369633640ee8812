import { chmod, mkdir, writeFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { ToolError } from "../tool.ts";
import { inside, outside, prepareSampleFolder, run, withoutPrivilege } from "./test-sample-folder.ts";

prepareSampleFolder();

describe("reading", () => {
  it("lists files below a folder", async () => {
    const all = await run("list_files", {});
    expect(all).toMatchObject({
      total: 4,
      files: [
        { path: "folder/deep.txt", size: 9 },
        { path: "notes.md" },
        { path: "photo.png" },
        { path: "twice.md" },
      ],
    });
    expect(await run("list_files", { path: "folder" })).toMatchObject({ total: 1 });
    await expect(run("list_files", { path: "none" })).rejects.toThrow('There is no folder "none".');
    await expect(run("list_files", { path: "notes.md" })).rejects.toThrow("is not a folder");
  });

  it.each([
    [{ path: "notes.md" }, "one\ntwo\nthree\n"],
    [{ path: "notes.md", offset: 1, limit: 1 }, "two\n\n(Lines 2 to 2 of 3.)"],
    [{ path: "notes.md", offset: 1 }, "two\nthree\n\n(Lines 2 to 3 of 3.)"],
    [{ path: "folder/../notes.md", limit: 9 }, "one\ntwo\nthree\n"],
  ])("reads %j", async (input, text) => {
    expect(await run("read_file", input)).toBe(text);
  });

  it.each([
    ["photo.png", "binary"],
    ["none.md", "no file"],
    ["none/a.md", "no file"],
    ["folder", "is a folder"],
    ["link.txt", "is a link"],
    ["out/secret.txt", "links are not followed"],
    ["../secret.txt", "leads out"],
    ["/etc/passwd", "absolute"],
    ["pipe", "not a regular file"],
  ])("does not read %s, and names nothing outside", async (file, reason) => {
    const error = await run("read_file", { path: file }).catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(ToolError);
    expect(String(error)).toContain(reason);
    expect(String(error)).not.toContain(outside());
  });

  it("finds lines by plain text in any case, and passes over binary files and links", async () => {
    await writeFile(inside("pattern.txt"), "a.c\nabc\n");
    expect(await run("search_files", { query: "TWO" })).toEqual({
      matches: [
        { path: "folder/deep.txt", line: 1, text: "Two words" },
        { path: "notes.md", line: 2, text: "two" },
      ],
      shown: "2 of 2",
    });
    expect(await run("search_files", { query: "a.c" })).toMatchObject({ shown: "1 of 1" });
    expect(await run("search_files", { query: "two", path: "folder" })).toMatchObject({ shown: "1 of 1" });
    expect(await run("search_files", { query: "secret" })).toMatchObject({ shown: "0 of 0" });
  });

  it("caps what it found and shortens long lines around the match", async () => {
    await writeFile(inside("many.txt"), "needle\n".repeat(250));
    expect(await run("search_files", { query: "needle" })).toMatchObject({ shown: "200 of 250" });
    await writeFile(inside("long.txt"), `${"😀".repeat(5_000)}thread${"😀".repeat(5_000)}`);
    const { matches } = (await run("search_files", { query: "thread" })) as { matches: { text: string }[] };
    expect(matches[0]?.text).toMatch(/^….*thread.*…$/su);
    expect(matches[0]?.text.isWellFormed()).toBe(true);
    expect(matches[0]?.text.length).toBeLessThan(310);
  });

  it("goes on past what it cannot read, and says how many", async () => {
    await mkdir(inside("locked"));
    await writeFile(inside("locked", "deep.txt"), "two");
    await chmod(inside("locked"), 0);
    await chmod(inside("notes.md"), 0);
    const readAll = async () => ({
      found: await run("search_files", { query: "two" }),
      listed: await run("list_files", {}),
      elsewhere: await run("list_files", { path: "folder" }),
    });
    const { found, listed, elsewhere } = await withoutPrivilege(readAll);
    expect(found).toEqual({
      matches: [{ path: "folder/deep.txt", line: 1, text: "Two words" }],
      shown: "1 of 1",
      note: "2 files or folders could not be read.",
    });
    // A file that nobody may open has a name, a size and a time all the same.
    expect(listed).toMatchObject({ total: 4, note: "1 file or folder could not be read." });
    expect(elsewhere).not.toHaveProperty("note");
  });

  it("tells the time in a zone", async () => {
    expect(await run("current_time", { timeZone: "Asia/Tokyo" })).toMatchObject({ timeZone: "Asia/Tokyo" });
    await expect(run("current_time", { timeZone: "Mars/Base" })).rejects.toThrow("no time zone");
  });
});
