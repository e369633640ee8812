import { realpath } from "node:fs/promises";
import path from "node:path";
import { ConfigError } from "../../config.ts";
import { errorCode } from "./file-error.ts";
import type { Workspace } from "./open-workspace.ts";

/** What the start was read from: where it is, and where the link leads that it may be. */
export type Surroundings = { program: string; environmentFile: string };

const ours: Surroundings = {
  program: path.resolve(import.meta.dirname, "../../.."),
  environmentFile: path.resolve(".env"),
};

/** What the program is made of, runs and serves, and what its next version comes from. */
const ownFolders = [
  ".git",
  ".next",
  "app",
  "bench",
  "components",
  "drizzle",
  "e2e",
  "lib",
  "node_modules",
  "public",
];

/**
 * The data directory has the sign-in key, the secret and the record, the environment file has passwords and keys, and
 * the program is what holds the tools back: a workspace that holds one of them, or lies in the embedded database or in
 * the program's code, would give it to the agent's tools.
 */
export async function keepApart(
  { root }: Workspace,
  dataDirectory: string,
  { program, environmentFile }: Surroundings = ours,
): Promise<void> {
  const refuse = (what: string, how: string): never => {
    throw new ConfigError(`COUNTERSIGN_WORKSPACE: ${root} holds ${what}, and the agent's tools would ${how}`);
  };
  const data = await realpath(dataDirectory);
  if (holds(root, data) || holds(path.join(data, "database"), root)) {
    refuse(`the data directory ${data}`, "read the sign-in key. Choose another folder for one of the two.");
  }
  for (const file of await placesOf(environmentFile)) {
    if (holds(root, file)) refuse(`the settings ${file}`, "read the keys in it. Choose another folder.");
  }
  const installed = await realpath(program);
  if (holds(root, installed))
    refuse(`Countersign itself (${installed})`, "change it. Choose another folder.");
  for (const name of ownFolders) {
    const places = await placesOf(path.join(installed, name));
    if (!places.some((place) => holds(place, root) || holds(root, place))) continue;
    throw new ConfigError(
      `COUNTERSIGN_WORKSPACE: ${root} is in the ${name} folder of Countersign itself, and the agent's tools would change how it works. Choose another folder.`,
    );
  }
}

/** None where there is no such file. */
async function placesOf(file: string): Promise<string[]> {
  try {
    return [path.join(await realpath(path.dirname(file)), path.basename(file)), await realpath(file)];
  } catch (error) {
    if (errorCode(error) === "ENOENT") return [];
    throw error;
  }
}

const holds = (folder: string, other: string): boolean => {
  const way = path.relative(folder, other);
  return way === "" || (way !== ".." && !way.startsWith(`..${path.sep}`) && !path.isAbsolute(way));
};
