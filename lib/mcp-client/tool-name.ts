import { createHash } from "node:crypto";

const longest = 64;
const hashLength = 8;

/**
 * The name under which providers and people meet an upstream tool: `{server}__{tool}` where that fits what providers
 * accept. A name that had to be changed or cut ends in a hash of the original, so it does not depend on its neighbours.
 */
export function toolName(server: string, original: string, taken: ReadonlySet<string>): string {
  const exact = `${server}__${original}`;
  if (/^[a-zA-Z0-9_-]{1,64}$/.test(exact) && original !== "" && !taken.has(exact)) return exact;
  const mapped = exact.replace(/[^a-zA-Z0-9_-]+/g, "_").slice(0, longest - hashLength - 1);
  for (let attempt = 0; ; attempt += 1) {
    const name = `${mapped}_${hashOf(server, original, attempt)}`;
    if (!taken.has(name)) return name;
  }
}

function hashOf(server: string, original: string, attempt: number): string {
  return createHash("sha256")
    .update(JSON.stringify([server, original, attempt]))
    .digest("hex")
    .slice(0, hashLength);
}
