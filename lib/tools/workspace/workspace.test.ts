import { execFileSync } from "node:child_process";
import {
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  realpath,
  rename,
  rm,
  stat,
  symlink,
  writeFile,
} from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { addFile } from "./add-file.ts";
import { type Reach, withDirectory } from "./directory.ts";
import { listWorkspace } from "./list-workspace.ts";
import { withWorkspaceLock } from "./lock.ts";
import { openWorkspace, type Workspace } from "./open-workspace.ts";
import { placeFile } from "./place-file.ts";
import { withFileIn } from "./regular-file.ts";
import { walkFiles } from "./walk-files.ts";
import { parseFilePath } from "./workspace-path.ts";

let base: string;
let workspace: Workspace;
const signal = new AbortController().signal;
const inside = (...names: string[]) => path.join(workspace.root, ...names);
const reaches: Reach[] = process.platform === "linux" ? ["descriptor", "path"] : ["path"];

beforeEach(async () => {
  base = await realpath(await mkdtemp(path.join(tmpdir(), "countersign-workspace-")));
  await mkdir(path.join(base, "work"));
  await mkdir(path.join(base, "outside"));
  await writeFile(path.join(base, "outside", "secret.txt"), "secret");
  workspace = await openWorkspace(path.join(base, "work"));
});
afterEach(() => rm(base, { recursive: true, force: true }));

function read(file: string, reach: Reach): Promise<string | null> {
  const { folder, name } = parseFilePath(file);
  return withDirectory(workspace, folder, { create: false, reach }, (directory) =>
    withFileIn(directory, name, (handle) => handle.readFile("utf8")),
  );
}

describe("parseFilePath", () => {
  it.each([
    ["notes.md", "notes.md"],
    ["./reports//2024.csv", "reports/2024.csv"],
    ["reports/../notes.md", "notes.md"],
    ["..notes/…", "..notes/…"],
  ])("takes %j", (input, text) => {
    expect(parseFilePath(input).text).toBe(text);
  });

  it.each([
    ["", "empty"],
    ["  ", "empty"],
    [".", "workspace itself"],
    ["reports/..", "workspace itself"],
    ["..", "leads out"],
    ["../outside/secret.txt", "leads out"],
    ["reports/../../outside/secret.txt", "leads out"],
    ["/etc/passwd", "absolute"],
    ["C:/Windows", "absolute"],
    ["..\\outside", "backslash"],
    ["notes.md\0.txt", "control character"],
    ["a\nb", "control character"],
    ["x".repeat(256), "too long"],
    ["a/".repeat(70), "too long"],
    [".countersign-0a1b.tmp", "reserved"],
    [".countersign-lock/holder", "reserved"],
    [".Counterſign-LOC\u212a", "reserved"],
  ])("refuses %j", (input, reason) => {
    expect(() => parseFilePath(input)).toThrow(reason);
  });
});

describe.each(reaches)("access by %s", (reach) => {
  it("reads a file in a folder", async () => {
    await mkdir(inside("deep", "er"), { recursive: true });
    await writeFile(inside("deep", "er", "a.txt"), "hello");
    expect(await read("deep/er/a.txt", reach)).toBe("hello");
    expect(await read("deep/er/b.txt", reach)).toBeNull();
  });

  it("follows no link to a file, inside or outside", async () => {
    await writeFile(inside("real.txt"), "real");
    await symlink(path.join(base, "outside", "secret.txt"), inside("out.txt"));
    await symlink("real.txt", inside("in.txt"));
    await expect(read("out.txt", reach)).rejects.toThrow("is a link");
    await expect(read("in.txt", reach)).rejects.toThrow("is a link");
  });

  it("follows no link to a folder", async () => {
    await symlink(path.join(base, "outside"), inside("folder"));
    await expect(read("folder/secret.txt", reach)).rejects.toThrow("links are not followed");
  });

  it("does not wait for a pipe to be written to", async () => {
    execFileSync("mkfifo", [inside("pipe")]);
    await expect(read("pipe", reach)).rejects.toThrow("not a regular file");
  });

  it("refuses a folder where a file is needed, and a file where a folder is", async () => {
    await mkdir(inside("folder"));
    await writeFile(inside("file"), "");
    await expect(read("folder", reach)).rejects.toThrow("is a folder");
    await expect(read("file/child", reach)).rejects.toThrow("is not a folder");
  });

  it("reads and writes nothing outside when the folder is swapped for a link while it is open", async () => {
    await mkdir(inside("folder"));
    await writeFile(inside("folder", "secret.txt"), "mine");
    const swapped = withDirectory(workspace, ["folder"], { create: false, reach }, async (directory) => {
      await rename(inside("folder"), inside("moved"));
      await symlink(path.join(base, "outside"), inside("folder"));
      return await withFileIn(directory, "secret.txt", (handle) => handle.readFile("utf8"));
    });
    await expect(swapped).rejects.toThrow("leads out");
  });

  it("refuses a workspace that was replaced by a link", async () => {
    await rename(workspace.root, path.join(base, "was"));
    await symlink(path.join(base, "outside"), workspace.root);
    await expect(read("secret.txt", reach)).rejects.toThrow("workspace folder cannot be opened");
  });
});

describe("placeFile", () => {
  const place = (name: string, content: string, mode: number | null) =>
    withWorkspaceLock(workspace, signal, (lock) =>
      withDirectory(workspace, [], { create: false }, (directory) =>
        placeFile(directory, name, content, mode, lock),
      ),
    );

  it("replaces a file whole, keeps its mode and leaves nothing else", async () => {
    await writeFile(inside("run.sh"), "old", { mode: 0o750 });
    await place("run.sh", "new", (await stat(inside("run.sh"))).mode & 0o777);
    expect(await readFile(inside("run.sh"), "utf8")).toBe("new");
    expect((await stat(inside("run.sh"))).mode & 0o777).toBe(0o750);
    expect(await readdir(workspace.root)).toEqual(["run.sh"]);
  });

  it("does not replace a file that was to be new", async () => {
    await writeFile(inside("a"), "theirs");
    await expect(place("a", "ours", null)).rejects.toMatchObject({ code: "EEXIST" });
    expect(await readFile(inside("a"), "utf8")).toBe("theirs");
    expect(await readdir(workspace.root)).toEqual(["a"]);
  });

  it.each(reaches)("writes nowhere when the folder was swapped for a link (%s)", async (reach) => {
    await mkdir(inside("folder"));
    const writing = withWorkspaceLock(workspace, signal, (lock) =>
      withDirectory(workspace, ["folder"], { create: false, reach }, async (directory) => {
        await rename(inside("folder"), inside("moved"));
        await symlink(path.join(base, "outside"), inside("folder"));
        await placeFile(directory, "new.txt", "text", null, lock);
      }),
    );
    await expect(writing).rejects.toThrow("leads out");
    expect(await readdir(path.join(base, "outside"))).toEqual(["secret.txt"]);
    expect(await readdir(inside("moved"))).toEqual([]);
  });
});

describe.each(reaches)("walkFiles by %s", (reach) => {
  it("leaves out what is gone or another thing by the time that it comes there, and tells what it could not read", async () => {
    for (const name of ["b", "d"]) await mkdir(inside(name));
    for (const name of ["a.txt", "b/b.txt", "c.txt", "d/d.txt", "e.txt"]) await writeFile(inside(name), "");
    let unreadable = 0;
    const tell = () => {
      unreadable += 1;
    };
    const seen: string[] = [];
    await withDirectory(workspace, [], { create: false, reach }, async (root) => {
      for await (const { file } of walkFiles(root, new AbortController().signal, tell)) {
        seen.push(file.path);
        if (file.path !== "a.txt") continue;
        await rm(inside("b"), { recursive: true });
        await rm(inside("c.txt"));
        await rename(inside("d"), path.join(base, "moved"));
        await symlink(path.join(base, "moved"), inside("d"));
      }
    });
    expect(seen).toEqual(["a.txt", "e.txt"]);
    expect(unreadable).toBe(1);
  });
});

describe("listWorkspace", () => {
  it("lists files below folders with size and time, and no links, pipes or half-written files", async () => {
    await mkdir(inside("b", ".git"), { recursive: true });
    await writeFile(inside("b", "two.txt"), "22");
    await writeFile(inside("b", ".git", "config"), "");
    await writeFile(inside("a.txt"), "1");
    await writeFile(inside(".countersign-0a-1b.tmp"), "half");
    for (const name of [".countersign-lock", ".countersign-2c.tmp"]) {
      await mkdir(inside(name));
      await writeFile(inside(name, "holder"), "");
    }
    await symlink(path.join(base, "outside"), inside("c"));
    await symlink(path.join(base, "outside", "secret.txt"), inside("d"));
    execFileSync("mkfifo", [inside("e")]);
    const { files, total, note } = await listWorkspace(workspace);
    expect(files.map(({ path: file, size }) => [file, size])).toEqual([
      ["a.txt", 1],
      ["b/two.txt", 2],
    ]);
    expect(files[0]?.modifiedAt).toMatch(/^\d{4}-\d\d-\d\dT.*Z$/);
    expect([total, note]).toEqual([2, null]);
  });

  it("stops at 1,000 and says so", async () => {
    await Promise.all(Array.from({ length: 1_003 }, (_, index) => writeFile(inside(`${index}.txt`), "")));
    const { files, total, note } = await listWorkspace(workspace);
    expect([files.length, total, note]).toEqual([1_000, 1_003, "The first 1000 of 1003 files."]);
  });
});

describe("addFile", () => {
  it("adds bytes as they are", async () => {
    const bytes = new Uint8Array([0, 255, 7]);
    expect(await addFile(workspace, "photo.png", bytes)).toMatchObject({ path: "photo.png", size: 3 });
    expect([...(await readFile(inside("photo.png")))]).toEqual([0, 255, 7]);
  });

  it("replaces nothing, not even through a link", async () => {
    await writeFile(inside("a.txt"), "theirs");
    await symlink(path.join(base, "outside", "new.txt"), inside("link.txt"));
    for (const name of ["a.txt", "link.txt"]) {
      await expect(addFile(workspace, name, new Uint8Array(1))).rejects.toMatchObject({ code: "conflict" });
    }
    expect(await readFile(inside("a.txt"), "utf8")).toBe("theirs");
    expect(await readdir(path.join(base, "outside"))).toEqual(["secret.txt"]);
  });

  it.each(["", ".", "..", "a/b", "../a", "/a", "a\\b", "a\0", "a\ud800", "x".repeat(256)])(
    "refuses the name %j",
    async (name) => {
      await expect(addFile(workspace, name, new Uint8Array(1))).rejects.toMatchObject({
        code: "invalid",
        field: "name",
      });
    },
  );

  it("refuses more than 10 MB", async () => {
    const bytes = new Uint8Array(10 * 1024 * 1024 + 1);
    await expect(addFile(workspace, "big", bytes)).rejects.toMatchObject({ code: "too_large" });
  });
});

describe("openWorkspace", () => {
  it("makes a missing folder with sample files, and leaves it alone from then on", async () => {
    const folder = path.join(base, "data", "workspace");
    const made = await openWorkspace(folder);
    const listed = (await listWorkspace(made)).files.map((file) => file.path);
    expect(listed).toEqual(expect.arrayContaining(["README.md", "summary.md", "reports/2024-q1.csv"]));
    await rm(path.join(folder, "notes.md"));
    await openWorkspace(folder);
    expect((await listWorkspace(made)).files.map((file) => file.path)).not.toContain("notes.md");
    expect(await readdir(path.join(base, "data"))).toEqual(["workspace"]);
  });

  it("adds nothing to a folder that was there, empty as it may be", async () => {
    expect(await readdir(workspace.root)).toEqual([]);
  });

  it("serves all of several that start at once", async () => {
    const folder = path.join(base, "shared");
    await Promise.all([openWorkspace(folder), openWorkspace(folder), openWorkspace(folder)]);
    expect((await listWorkspace({ root: folder })).total).toBe(12);
    expect(await readdir(base)).toEqual(["outside", "shared", "work"]);
  });

  it("refuses a file in its place", async () => {
    await expect(openWorkspace(path.join(base, "outside", "secret.txt"))).rejects.toThrow("not a folder");
  });
});
