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
      ...decoded(value).map(([part, text]): [string, string] => [`${name} ${part}`, text]),
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

/** A shorter one is often a word, which would be masked wherever it stands in what a server says. */
const shortestPassword = 8;

/** A server that refuses them may name a user and their password as they were typed. */
function decoded(value: string): [string, string][] {
  const encoded = /^basic\s+(\S+)\s*$/i.exec(value)?.[1] ?? "";
  const pair = Buffer.from(encoded, "base64").toString("utf8");
  const password = /:(.*)$/s.exec(pair)?.[1];
  if (!password) return [];
  const alone: [string, string][] = password.length < shortestPassword ? [] : [["password", password]];
  return [["user and password", pair], ...alone];
}
