import type { Seal } from "../../auth/seal.ts";
import type { ServerConfiguration } from "../../mcp-client/configuration.ts";
import type { SignInRecord } from "../../mcp-client/sign-in.ts";

export type ServerRow = {
  id: string;
  name: string;
  url: string | null;
  command: string | null;
  args: string[];
  sealed: string | null;
  enabled: boolean;
  trusted: boolean;
  allow_private_address: boolean;
  tools: string[];
  require_approval: string[] | null;
  timeout_seconds: number | null;
};

/** What is kept unreadable of a server. */
export type Credentials = {
  headers?: Record<string, string>;
  env?: Record<string, string>;
  signIn?: SignInRecord;
};

const purpose = (serverId: string): string => `server ${serverId}`;

export const closeCredentials = (seal: Seal, serverId: string, credentials: Credentials): string =>
  seal.close(purpose(serverId), JSON.stringify(credentials));

type Sealed = Pick<ServerRow, "id" | "sealed">;

/** Ours to trust: it opens only with our secret. Credentials that do not open are none, but they are not ours to replace. */
export const openCredentials = (seal: Seal, row: Sealed): Credentials => opened(seal, row) ?? {};

export const isSealedElsewhere = (seal: Seal, row: Sealed): boolean => opened(seal, row) === null;

export const sealedElsewhere =
  "Its credentials were sealed with another COUNTERSIGN_SECRET and cannot be read. Start with that secret, or remove the server and add it again.";

/** Null when they do not open. */
function opened(seal: Seal, { id, sealed }: Sealed): Credentials | null {
  if (sealed === null) return {};
  const plain = seal.open(purpose(id), sealed);
  return plain === null ? null : (JSON.parse(plain) as Credentials);
}

export function configurationOf(seal: Seal, row: ServerRow): ServerConfiguration {
  const { headers, env } = openCredentials(seal, row);
  return {
    id: row.id,
    name: row.name,
    ...(row.url !== null && { url: row.url }),
    ...(row.command !== null && { command: row.command, args: row.args }),
    ...(headers && { headers }),
    ...(env && { env }),
    allowPrivateAddress: row.allow_private_address,
    ...(row.timeout_seconds !== null && { timeoutSeconds: row.timeout_seconds }),
  };
}
