import { readdir, readFile, utimes, writeFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import {
  foresee,
  type Input,
  inside,
  outside,
  prepareSampleFolder,
  run,
  signal,
  toolNamed,
} from "./test-sample-folder.ts";

prepareSampleFolder();

async function expectImpossible(name: string, input: Input, reason: string): Promise<void> {
  const foresight = await toolNamed(name).foresee?.(input, { signal });
  expect(foresight).toEqual({ possible: false, error: expect.stringContaining(reason) });
  await expect(run(name, input)).rejects.toThrow(reason);
  expect(await readFile(outside("secret.txt"), "utf8")).toBe("secret");
  expect((await readdir(outside())).sort()).toEqual(["secret.txt", "work"]);
}

describe("what would happen", () => {
  it("shows a new file as all added", async () => {
    const { preview, ground } = await foresee("write_file", { path: "new/a.md", content: "x\ny\n" });
    expect(preview).toEqual({ kind: "diff", text: "--- /dev/null\n+++ new/a.md\n@@ -0,0 +1,2 @@\n+x\n+y\n" });
    expect(ground).toBe("absent new/a.md");
    expect(await readdir(inside())).not.toContain("new");
  });

  it("shows a change as a diff", async () => {
    const diff = "--- notes.md\n+++ notes.md\n@@ -1,3 +1,3 @@\n one\n-two\n+2\n three\n";
    const written = await foresee("write_file", { path: "notes.md", content: "one\n2\nthree\n" });
    const edited = await foresee("edit_file", { path: "./notes.md", oldText: "two", newText: "2" });
    expect([written.preview, edited.preview]).toEqual(Array(2).fill({ kind: "diff", text: diff }));
    expect(edited.ground).toMatch(/^sha256:[0-9a-f]{64} notes\.md$/);
  });

  it("shows size, age and first lines of a file to be deleted", async () => {
    const changed = new Date(Date.now() - 3 * 86_400_000 - 60_000);
    await writeFile(
      inside("long.txt"),
      Array.from({ length: 30 }, (_, index) => `line ${index + 1}`).join("\n"),
    );
    await utimes(inside("long.txt"), changed, changed);
    const { preview } = await foresee("delete_file", { path: "long.txt" });
    expect(preview?.kind).toBe("file");
    expect(preview?.text).toMatch(/^long\.txt\n230 bytes, last changed .* UTC \(3 days ago\)\n\nline 1\n/);
    expect(preview?.text).toMatch(/line 10\n…$/);
    expect((await foresee("delete_file", { path: "photo.png" })).preview?.text).toContain("binary file");
  });

  it("shows what stands at the destination of a move", async () => {
    const { preview, ground } = await foresee("move_file", {
      source: "notes.md",
      destination: "old/ideas.md",
    });
    expect(preview?.text).toContain("From notes.md\n     14 bytes, last changed");
    expect(preview?.text).toContain("To   old/ideas.md\n     nothing stands there; its folder will be made");
    expect(ground).toMatch(/^sha256:[0-9a-f]{64} notes\.md\nabsent old\/ideas\.md$/);
  });

  it("cuts the first lines between characters", async () => {
    await writeFile(inside("wide.txt"), `a${"é".repeat(5_000)}`);
    expect((await foresee("delete_file", { path: "wide.txt" })).preview?.text).toContain("aééé");
  });

  it.each<[string, Input, string]>([
    ["edit_file", { path: "notes.md", oldText: "four", newText: "4" }, "does not occur"],
    ["edit_file", { path: "twice.md", oldText: "aa", newText: "b" }, "more than once"],
    ["edit_file", { path: "notes.md", oldText: "one", newText: "one" }, "the same"],
    ["edit_file", { path: "none.md", oldText: "a", newText: "b" }, "no file"],
    ["edit_file", { path: "photo.png", oldText: "P", newText: "b" }, "binary"],
    ["edit_file", { path: "link.txt", oldText: "secret", newText: "b" }, "is a link"],
    ["write_file", { path: "photo.png", content: "" }, "binary"],
    ["write_file", { path: "folder", content: "" }, "is a folder"],
    ["write_file", { path: "notes.md/a", content: "" }, "is not a folder"],
    ["write_file", { path: "link.txt", content: "" }, "is a link"],
    ["write_file", { path: "out/a.txt", content: "" }, "links are not followed"],
    ["write_file", { path: "../a.txt", content: "" }, "leads out"],
    ["delete_file", { path: "none.md" }, "no file"],
    ["delete_file", { path: "folder" }, "is a folder"],
    ["delete_file", { path: "link.txt" }, "is a link"],
    ["delete_file", { path: "pipe" }, "not a regular file"],
    ["delete_file", { path: "." }, "workspace itself"],
    ["move_file", { source: "notes.md", destination: "twice.md" }, "exists already"],
    ["move_file", { source: "notes.md", destination: "notes.md" }, "exists already"],
    ["move_file", { source: "notes.md", destination: "folder" }, "is a folder"],
    ["move_file", { source: "notes.md", destination: "link.txt" }, "exists already"],
    ["move_file", { source: "notes.md", destination: "out/a.md" }, "links are not followed"],
    ["move_file", { source: "none.md", destination: "a.md" }, "no file"],
    ["move_file", { source: "folder", destination: "other" }, "is a folder"],
    ["move_file", { source: "../secret.txt", destination: "a.md" }, "leads out"],
  ])("%s %j cannot succeed, and does not", expectImpossible);

  it("write_file does not take a text over 2 MB", () =>
    expectImpossible("write_file", { path: "a.txt", content: "x".repeat(2 * 1024 * 1024 + 1) }, "2 MB"));
});
