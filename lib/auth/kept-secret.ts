import { randomBytes } from "node:crypto";
import { link, open, readFile, unlink } from "node:fs/promises";
import path from "node:path";

/** A random value in a file that only its owner can read: made once, complete or not at all, the same ever after. */
export async function keptSecret(dataDirectory: string, name: string): Promise<string> {
  const file = path.join(dataDirectory, name);
  const kept = await readKept(file);
  if (kept !== null) return kept;
  const prepared = `${file}.${process.pid}.new`;
  const handle = await open(prepared, "w", 0o600);
  try {
    await handle.writeFile(`${randomBytes(32).toString("base64url")}\n`);
    await handle.sync();
    // A link, not a rename: of two that start together the first stands.
    await link(prepared, file).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== "EEXIST") throw error;
    });
  } finally {
    await handle.close();
    await unlink(prepared);
  }
  const made = await readKept(file);
  if (made === null) throw new Error(`${file} is empty: delete it and start again`);
  return made;
}

async function readKept(file: string): Promise<string | null> {
  try {
    return (await readFile(file, "utf8")).trim() || null;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}
