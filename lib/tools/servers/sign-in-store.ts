import type { Seal } from "../../auth/seal.ts";
import type { Database } from "../../db/client.ts";
import { sql } from "../../db/sql.ts";
import { text } from "../../db/value.ts";
import { RefusedError } from "../../mcp-client/errors.ts";
import type { SignInStore } from "../../mcp-client/sign-in.ts";
import { lockServer } from "./lock-server.ts";
import {
  closeCredentials,
  isSealedElsewhere,
  openCredentials,
  type ServerRow,
  sealedElsewhere,
} from "./server-row.ts";

/** What is remembered of a sign-in, sealed in the server's row. An update is one transaction over it. */
export function createSignInStore(database: Database, seal: Seal, serverId: string): SignInStore {
  return {
    read: async () => {
      const [row] = await database.query<ServerRow>(sql`select * from servers where id = ${text(serverId)}`);
      return row ? (openCredentials(seal, row).signIn ?? {}) : {};
    },
    update: (change) =>
      database.transaction(async (transaction) => {
        const row = await lockServer(transaction, serverId);
        if (row && isSealedElsewhere(seal, row)) throw new RefusedError(sealedElsewhere);
        const credentials = row ? openCredentials(seal, row) : {};
        const sealed = closeCredentials(seal, serverId, {
          ...credentials,
          signIn: change(credentials.signIn ?? {}),
        });
        await transaction.query(
          sql`update servers set sealed = ${text(sealed)} where id = ${text(serverId)}`,
        );
      }),
  };
}
