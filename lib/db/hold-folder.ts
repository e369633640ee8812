import { readFileSync } from "node:fs";
import { link, open, readFile, rename, rm, unlink } from "node:fs/promises";
import path from "node:path";
import { DatabaseError } from "./client.ts";

/** When a process started, so that a number that was given to another one later is not taken for it. */
function processStart(pid: number): string | null {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ");
    return fields?.[19] ?? null;
  } catch {
    return null;
  }
}

function isAlive(pid: number, started: string | null): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
  return started === null || processStart(pid) === null || processStart(pid) === started;
}

/**
 * Two processes on one embedded folder lose data silently, so one holds it. The file is put in place by a hard link,
 * complete or not at all; the file of a dead process is taken away first.
 */
export async function holdFolder(folder: string): Promise<() => Promise<void>> {
  const file = path.join(folder, "in-use");
  const mine = `${file}.${process.pid}`;
  const content = JSON.stringify({ pid: process.pid, started: processStart(process.pid) });
  const handle = await open(mine, "w", 0o600);
  await handle.writeFile(content);
  await handle.close();
  try {
    for (let attempt = 0; attempt < 3; attempt += 1) {
      try {
        await link(mine, file);
        return async () => {
          if ((await readFile(file, "utf8").catch(() => null)) === content) await rm(file, { force: true });
        };
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
        const stale = await readFile(file, "utf8").catch(() => "");
        const holder = readHolder(stale);
        if (holder && isAlive(holder.pid, holder.started)) {
          throw new DatabaseError(
            `${folder} is in use by another Countersign (process ${holder.pid}). Stop it, or set COUNTERSIGN_DATA_DIR to another folder.`,
          );
        }
        await removeIfStill(file, stale);
      }
    }
    throw new DatabaseError(`${folder} is being opened by another Countersign. Try again.`);
  } finally {
    await unlink(mine).catch(() => {});
  }
}

/**
 * Two that find the same dead holder both want its file away, and one of them may have taken its place by then: what
 * was moved aside and is not the dead one's goes back.
 */
async function removeIfStill(file: string, stale: string): Promise<void> {
  const aside = `${file}.${process.pid}.stale`;
  try {
    await rename(file, aside);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return;
    throw error;
  }
  if ((await readFile(aside, "utf8")) !== stale) await link(aside, file).catch(() => {});
  await unlink(aside);
}

function readHolder(content: string): { pid: number; started: string | null } | null {
  try {
    const value: unknown = JSON.parse(content);
    if (typeof value !== "object" || value === null || !("pid" in value) || typeof value.pid !== "number")
      return null;
    return {
      pid: value.pid,
      started: "started" in value && typeof value.started === "string" ? value.started : null,
    };
  } catch {
    return null;
  }
}
