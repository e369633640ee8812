import { createHash } from "node:crypto";
import canonicalize from "canonicalize";
import type { Definition } from "./definition.ts";

/** Equal for equal definitions, in whatever order their fields were written. */
export function fingerprint(definition: Definition): string {
  const { title, description, inputSchema, annotations } = definition;
  const canonical = canonicalize({ title, description, inputSchema, annotations });
  return `sha256:${createHash("sha256")
    .update(canonical ?? "null")
    .digest("hex")}`;
}
