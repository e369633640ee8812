import type { Seal } from "../../auth/seal.ts";
import { isCredential } from "../secrets/is-credential.ts";
import { openCredentials, type ServerRow } from "./server-row.ts";

/** What a server is reached by and nobody else may read, by names that say whose it is. */
export function namedCredentials(
  seal: Seal,
  server: Pick<ServerRow, "id" | "name" | "sealed">,
): [string, string][] {
  const { headers = {}, env = {}, signIn } = openCredentials(seal, server);
  const set = Object.entries({ ...headers, ...env }).filter(([name, value]) => isCredential(name, value));
  const clients = [signIn?.tokensClient, ...(signIn?.clients ?? []).map(({ client }) => client)];
  const clientSecrets = new Set(clients.map((client) => client?.client_secret));
  const named: [string, string | undefined][] = [
    ...set.flatMap(([name, value]): [string, string | undefined][] => [
      [name, value.replace(/^(bearer|basic|token)\s+/i, "")],
      [`${name} password`, passwordIn(value)],
    ]),
    ["sign-in", signIn?.tokens?.access_token],
    ["refresh", signIn?.tokens?.refresh_token],
    ...[...clientSecrets].map((secret, index): [string, string | undefined] => [
      index === 0 ? "client secret" : `client secret ${index + 1}`,
      secret,
    ]),
  ];
  return named.flatMap(([name, value]) => (value ? [[`${server.name} ${name}`, value]] : []));
}

/** A server that refuses it may name it as it was typed. */
function passwordIn(value: string): string | undefined {
  const encoded = /^basic\s+(\S+)\s*$/i.exec(value)?.[1];
  return encoded === undefined
    ? undefined
    : /:(.*)$/s.exec(Buffer.from(encoded, "base64").toString("utf8"))?.[1];
}
