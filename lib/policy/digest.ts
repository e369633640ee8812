import { createHash } from "node:crypto";
import canonicalize from "canonicalize";

/** The digest of the exact arguments, over their canonical JSON (RFC 8785): what was approved is what runs. */
export function argumentsDigest(argumentsValue: unknown): string {
  return `sha256:${createHash("sha256")
    .update(canonicalize(argumentsValue) ?? "null")
    .digest("hex")}`;
}
