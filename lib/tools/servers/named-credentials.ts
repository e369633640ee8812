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
  const tokens = [signIn?.tokens?.access_token, signIn?.tokens?.refresh_token];
  return [
    ...set.map(([name, value]): [string, string] => [
      `${server.name} ${name}`,
      value.replace(/^(bearer|basic|token)\s+/i, ""),
    ]),
    ...tokens.flatMap((token, index): [string, string][] =>
      token ? [[`${server.name} ${index === 0 ? "sign-in" : "refresh"}`, token]] : [],
    ),
  ];
}
