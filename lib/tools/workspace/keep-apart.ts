import { realpath } from "node:fs/promises";
import path from "node:path";
import { ConfigError } from "../../config.ts";
import type { Workspace } from "./open-workspace.ts";

/**
 * The data directory has the sign-in key, the secret and the record: a workspace that holds it, or lies in the embedded
 * database, would give them to the agent's tools.
 */
export async function keepApart({ root }: Workspace, dataDirectory: string): Promise<void> {
  const data = await realpath(dataDirectory);
  if (!holds(root, data) && !holds(path.join(data, "database"), root)) return;
  throw new ConfigError(
    `COUNTERSIGN_WORKSPACE: ${root} holds the data directory ${data}, and the agent's tools would read the sign-in key. Choose another folder for one of the two.`,
  );
}

const holds = (folder: string, other: string): boolean => {
  const way = path.relative(folder, other);
  return way === "" || (way !== ".." && !way.startsWith(`..${path.sep}`) && !path.isAbsolute(way));
};
