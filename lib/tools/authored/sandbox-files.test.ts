import { mkdir, readdir, readFile, stat, symlink, writeFile } from "node:fs/promises";
import { beforeAll, describe, expect, it } from "vitest";
import { attemptBody, inside, outside, prepareSandbox } from "./test-sandbox.ts";

prepareSandbox();
beforeAll(async () => {
  await mkdir(inside("folder"));
  await writeFile(inside("notes.md"), "one\ntwo\n");
  await writeFile(inside("script.sh"), "echo", { mode: 0o700 });
  await writeFile(inside("photo.png"), Buffer.from([0x89, 0x50, 0, 1]));
  await writeFile(inside("folder", "deep.txt"), "deep");
  await writeFile(outside("secret.txt"), "secret");
  await symlink(outside("secret.txt"), inside("link.txt"));
  await symlink(outside(), inside("out"));
});

const reading = (body: string, input = {}) => attemptBody(body, { input, capabilities: { files: "read" } });
const writing = (body: string, input = {}) => attemptBody(body, { input, capabilities: { files: "write" } });

describe("files", () => {
  it("lists what is there, without links, and one folder of it", async () => {
    const { result } = await reading("return (await files.list()).map((file) => file.path)");
    expect(result).toEqual(["folder/deep.txt", "notes.md", "photo.png", "script.sh"]);
    expect(await reading("return files.list('folder')")).toMatchObject({
      result: [{ path: "folder/deep.txt", size: 4, modifiedAt: expect.stringMatching(/^\d{4}-/) }],
    });
  });

  it("reads a text", async () => {
    expect(await reading("return files.read('notes.md')")).toMatchObject({ result: "one\ntwo\n" });
    expect(await reading("return files.read('./folder/../folder/deep.txt')")).toMatchObject({
      result: "deep",
    });
  });

  it("writes a new file with its folders, and replaces one keeping its mode", async () => {
    expect(await writing("return files.write('new/place/a.txt', 'ü')")).toMatchObject({
      ok: true,
      result: { path: "new/place/a.txt", size: 2 },
    });
    expect(await readFile(inside("new", "place", "a.txt"), "utf8")).toBe("ü");
    expect(await writing("await files.write('script.sh', 'echo changed')")).toMatchObject({ ok: true });
    expect(await readFile(inside("script.sh"), "utf8")).toBe("echo changed");
    expect((await stat(inside("script.sh"))).mode & 0o777).toBe(0o700);
  });

  it("has no write where only reading is granted", async () => {
    expect(await reading("await files.write('notes.md', 'x')")).toMatchObject({
      ok: false,
      error: expect.stringContaining("TypeError"),
    });
    expect(await readFile(inside("notes.md"), "utf8")).toBe("one\ntwo\n");
  });

  it.each([
    ["files.read('nothing.md')", 'There is no file "nothing.md".'],
    ["files.read('photo.png')", "binary"],
    ["files.read('folder')", "is a folder"],
    ["files.read()", "path"],
    ["files.read({ toString: () => 'notes.md' })", "path"],
    ["files.list('nowhere')", "There is no folder"],
    ["files.write('a.txt', 'x'.repeat(2 * 1024 * 1024 + 1))", "larger than 2 MB"],
    ["files.write('a.txt')", "content"],
    ["files.write('folder', 'x')", "is a folder"],
  ])("%s fails with a sentence", async (call, error) => {
    expect(await writing(`await ${call}`)).toMatchObject({
      ok: false,
      error: expect.stringContaining(error),
    });
  });
});

describe("no path leads out", () => {
  const paths = [
    "../secret.txt",
    "folder/../../secret.txt",
    "/etc/passwd",
    "out/secret.txt",
    "link.txt",
    "..",
    "folder\\..\\..\\secret.txt",
    "C:/secret.txt",
    "notes.md\0/../../secret.txt",
    "%2e%2e/secret.txt",
    "//etc/passwd",
    "",
  ];

  it.each(paths)("to read or list: %s", async (path) => {
    for (const call of ["read", "list"]) {
      if (call === "list" && path === "") continue;
      const { ok, result } = await reading(`return files.${call}(input.path)`, { path });
      expect({ call, ok, result }).toEqual({ call, ok: false, result: null });
    }
  });

  it.each(paths.filter((path) => !path.startsWith("%")))("to write: %s", async (path) => {
    const before = (await readdir(outside())).sort();
    expect((await writing("await files.write(input.path, 'overwritten')", { path })).ok).toBe(false);
    expect((await readdir(outside())).sort()).toEqual(before);
    expect(await readFile(outside("secret.txt"), "utf8")).toBe("secret");
  });
});
