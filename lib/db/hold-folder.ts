import { link, open, readFile, rename, rm, unlink } from "node:fs/promises";
import path from "node:path";
import { DatabaseError } from "./client.ts";
import { type Holder, holderHere, readHolder, whereabouts } from "./folder-holder.ts";
import { newId } from "./new-id.ts";

/**
 * Two processes on one embedded folder lose data silently, so one holds it. The file is put in place by a hard link,
 * complete or not at all; the file of a dead process is taken away first.
 */
export async function holdFolder(folder: string): Promise<() => Promise<void>> {
  const file = path.join(folder, "in-use");
  // Not by the number of the process: in two containers that may be the same.
  const mine = `${file}.${newId()}`;
  const content = JSON.stringify(holderHere());
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
        if (holder) refuseUnlessGone(holder, folder, file);
        await removeIfStill(file, stale);
      }
    }
    throw new DatabaseError(`${folder} is being opened by another Countersign. Try again.`);
  } finally {
    await unlink(mine).catch(() => {});
  }
}

function refuseUnlessGone(holder: Holder, folder: string, file: string): void {
  const where = whereabouts(holder);
  if (where === "gone") return;
  const inUse = `${folder} is in use by another Countersign (process ${holder.pid}`;
  throw new DatabaseError(
    where === "here"
      ? `${inUse}). Stop it, or set COUNTERSIGN_DATA_DIR to another folder.`
      : `${inUse} on ${holder.host}). Stop it there, or set COUNTERSIGN_DATA_DIR to another folder; if it is gone already, delete ${file}.`,
  );
}

/**
 * Two that find the same dead holder both want its file away, and one of them may have taken its place by then: what
 * was moved aside and is not the dead one's goes back.
 */
async function removeIfStill(file: string, stale: string): Promise<void> {
  const aside = `${file}.${newId()}.stale`;
  try {
    await rename(file, aside);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return;
    throw error;
  }
  if ((await readFile(aside, "utf8")) !== stale) await link(aside, file).catch(() => {});
  await unlink(aside);
}
