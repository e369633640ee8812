import type { Client } from "@modelcontextprotocol/client";
import { RefusedError } from "./errors.ts";

/**
 * Where our own /mcp says who it is: a response header, which is there before anyone signs in, and an experimental
 * capability `{ id }`, which both revisions of the protocol carry and a bridge over stdio hands on.
 */
export const installationHeader = "countersign-installation";
export const installationCapability = "countersign/installation";

const refusal = "This is Countersign's own /mcp; its tools are here already.";

export function refuseOwnHeader(value: string | null, installationId: string): void {
  if (value === installationId) throw new RefusedError(refusal);
}

export function refuseOwnServer(client: Client, installationId: string): void {
  const told = client.getServerCapabilities()?.experimental?.[installationCapability];
  if (told?.id === installationId) throw new RefusedError(refusal);
}
