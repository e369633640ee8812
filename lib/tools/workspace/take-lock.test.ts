import { mkdir, mkdtemp, readdir, realpath, rm, rmdir, symlink, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { GroundChangedError, NotRunError } from "../tool.ts";
import { withDirectory } from "./directory.ts";
import { lockName } from "./own-names.ts";
import { takeLock } from "./take-lock.ts";

let root: string;
const inside = (...names: string[]) => path.join(root, ...names);
const patient = () => performance.now() + 20_000;

beforeEach(async () => {
  root = await realpath(await mkdtemp(path.join(tmpdir(), "countersign-lock-")));
});
afterEach(() => rm(root, { recursive: true, force: true }));

const take = (giveUpAt = patient(), signal = new AbortController().signal) =>
  withDirectory({ root }, [], { create: false }, (directory) => takeLock(directory, { signal, giveUpAt }));

/** As a process has it that took it so many seconds ago. */
async function heldByAnother(holder: string, secondsAgo = 0): Promise<void> {
  await mkdir(inside(lockName, holder), { recursive: true });
  const since = Date.now() / 1_000 - secondsAgo;
  await utimes(inside(lockName, holder), since, since);
}

/** Contends as a process of its own would: nothing queues up before `takeLock`. */
async function change(work: () => Promise<void>): Promise<void> {
  await withDirectory({ root }, [], { create: false }, async (directory) => {
    const signal = new AbortController().signal;
    const lock = await takeLock(directory, { signal, giveUpAt: patient() });
    await lock.assertHeld();
    await work();
    await lock.assertHeld();
    await lock.release();
  });
}

it.each([
  ["that is free", async () => {}],
  ["whose holder died", () => heldByAnother("dead", 11)],
  ["of a time yet to come", () => heldByAnother("dead", -3_600)],
  ["that was left empty", async () => void (await mkdir(inside(lockName)))],
])("lets one at a time have a lock %s, and leaves nothing behind", async (_name, prepare) => {
  await prepare();
  let holders = 0;
  let done = 0;
  const contenders = Array.from({ length: 12 }, () =>
    change(async () => {
      holders += 1;
      await readdir(root);
      expect(holders).toBe(1);
      holders -= 1;
      done += 1;
    }),
  );
  await Promise.all(contenders);
  expect(done).toBe(12);
  expect(await readdir(root)).toEqual([]);
});

it("waits for a lock that was just taken, until it is free", async () => {
  await heldByAnother("alive");
  let isFree = false;
  const taken = change(async () => expect(isFree).toBe(true));
  await readdir(root);
  isFree = true;
  await rmdir(inside(lockName, "alive"));
  await taken;
});

it("refuses when its time is over, and stops when it is told to, with the lock left to its holder", async () => {
  await heldByAnother("alive");
  const late = take(performance.now());
  await expect(late).rejects.toBeInstanceOf(NotRunError);
  await expect(late).rejects.toThrow("Another change of the workspace is under way");
  const stop = new AbortController();
  const stopped = take(patient(), stop.signal);
  stop.abort(new Error("stopped"));
  await expect(stopped).rejects.toThrow("stopped");
  expect(await readdir(inside(lockName))).toEqual(["alive"]);
  expect(await readdir(root)).toEqual([lockName]);
});

it("tells a holder that its lock was taken away, and lets it free nobody else's", async () => {
  await withDirectory({ root }, [], { create: false }, async (directory) => {
    const lock = await takeLock(directory, { signal: new AbortController().signal, giveUpAt: patient() });
    await lock.assertHeld();
    await rm(inside(lockName), { recursive: true });
    await expect(lock.assertHeld()).rejects.toBeInstanceOf(GroundChangedError);
    await heldByAnother("next");
    await expect(lock.assertHeld()).rejects.toBeInstanceOf(GroundChangedError);
    await lock.release();
    expect(await readdir(inside(lockName))).toEqual(["next"]);
  });
});

it("touches nothing that a link in the place of the lock leads to", async () => {
  const outside = `${root}-outside`;
  await mkdir(path.join(outside, "old"), { recursive: true });
  await utimes(path.join(outside, "old"), 0, 0);
  try {
    await symlink(outside, inside(lockName));
    await expect(take()).rejects.toThrow("links are not followed");
    expect(await readdir(outside)).toEqual(["old"]);
  } finally {
    await rm(outside, { recursive: true });
  }
});

it("says that a file is in the way", async () => {
  await writeFile(inside(lockName), "");
  await expect(take()).rejects.toThrow(`"${lockName}" is not a folder`);
});
