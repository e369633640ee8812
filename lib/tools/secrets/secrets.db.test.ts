import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { owner } from "../../auth/principal.ts";
import { createSeal } from "../../auth/seal.ts";
import type { Database } from "../../db/client.ts";
import { sql } from "../../db/sql.ts";
import { openTestDatabase } from "../../db/test-database.ts";
import { createEvents, type Events } from "../../events/events.ts";
import { deleteSecret, listSecrets, readSecrets, setSecret } from "./secrets.ts";
import { createVault } from "./vault.ts";

let database: Database;
let events: Events;
let close: () => Promise<void>;
beforeAll(async () => {
  ({ database, close } = await openTestDatabase());
  events = createEvents(database);
});
afterAll(async () => {
  await events.flush();
  await close();
});

const seal = createSeal("one secret");
const set = (name: string, value: string) =>
  setSecret({ database, seal, events }, { name, value, by: owner });

describe("secrets", () => {
  it("are kept unreadable, and recorded by name alone", async () => {
    await set("KEY", "the value of it");
    await set("KEY", "another value of it");
    expect((await listSecrets(database)).map(({ name }) => name)).toEqual(["KEY"]);
    const kept = JSON.stringify([
      await database.query(sql`select * from secrets`),
      await database.query(sql`select type, data from audit`),
    ]);
    expect(kept).not.toContain("value of it");
    expect(await readSecrets({ database, seal })).toEqual(new Map([["KEY", "another value of it"]]));
  });

  it("open with no other secret, and not under another name", async () => {
    expect(await readSecrets({ database, seal: createSeal("another secret") })).toEqual(new Map());
    await set("OTHER", "the value of the other");
    await database.query(
      sql`update secrets set sealed = (select sealed from secrets where name = 'KEY') where name = 'OTHER'`,
    );
    expect([...(await readSecrets({ database, seal })).keys()]).toEqual(["KEY"]);
  });

  it("are known to the vault, with what servers are reached by, and gone when they are deleted", async () => {
    const vault = createVault({ database, seal, events }, () => ({ "server x-key": "theirs" }));
    await vault.reload();
    expect(vault.values()).toEqual({ "server x-key": "theirs", KEY: "another value of it" });
    expect({ ...vault.named() }).toEqual({ KEY: "another value of it" });
    await deleteSecret({ database, events }, { name: "KEY", by: owner });
    await vault.reload();
    expect({ ...vault.named() }).toEqual({});
    await expect(deleteSecret({ database, events }, { name: "KEY", by: owner })).rejects.toMatchObject({
      code: "not_found",
    });
  });
});
