import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Database } from "../../db/client.ts";
import { sql } from "../../db/sql.ts";
import { openTestDatabase } from "../../db/test-database.ts";
import { json, text } from "../../db/value.ts";
import { readTools } from "../../mcp-client/read-tools.ts";
import { whileLocked } from "../../runs/test-overlap.ts";
import { rememberTools, type ServerToolRow } from "./remember-tools.ts";
import type { ServerRow } from "./server-row.ts";

let database: Database;
let close: () => Promise<void>;
let server = "";
let count = 0;
beforeAll(async () => {
  ({ database, close } = await openTestDatabase());
});
beforeEach(async () => {
  count += 1;
  server = `server-${count}`;
  await database.query(
    sql`insert into servers (id, name, url) values (${text(server)}, ${text(server)}, 'http://x/')`,
  );
});
afterAll(() => close());

const tool = (name: string, description = "As it was.") => ({
  name,
  description,
  inputSchema: { type: "object" },
});
const list = async (...tools: unknown[]) =>
  rememberTools(database, server, (await readTools(server, tools)).tools);
const rows = () =>
  database.query<ServerToolRow & { listed: boolean }>(
    sql`select * from server_tools where server_id = ${text(server)} order by original_name`,
  );
const isChanged = (row: ServerToolRow | undefined) => row?.fingerprint !== row?.reviewed_fingerprint;

describe("what is remembered of a server's tools", () => {
  it("counts as reviewed when it was never seen, and as changed when it is another", async () => {
    await list(tool("a"), tool("b"));
    expect((await rows()).map(isChanged)).toEqual([false, false]);
    await list(tool("a"), tool("b", "Another."));
    const [same, changed] = await rows();
    expect([isChanged(same), isChanged(changed)]).toEqual([false, true]);
    expect(changed).toMatchObject({
      definition: { description: "Another." },
      reviewed: { description: "As it was." },
    });
  });

  it("is new, and not reviewed, when it comes after the first list", async () => {
    await list(tool("a"));
    await list(tool("a"), tool("b"));
    const [first, later] = await rows();
    expect([isChanged(first), isChanged(later)]).toEqual([false, true]);
    expect(later).toMatchObject({ reviewed_fingerprint: "never reviewed", reviewed: { description: null } });
    await list(tool("a"));
    await list(tool("b"));
    expect(isChanged((await rows())[1])).toBe(true);
  });

  it("is new after a first list that was empty, too", async () => {
    await list();
    await list(tool("a"));
    expect((await rows()).map(isChanged)).toEqual([true]);
  });

  it.each([
    ["to the names that ask", ["a"], ["@all"], ["a", "b"]],
    ["to none of them", [], ["@all"], ["b"]],
    ["not where it is off", ["a"], ["a"], ["a"]],
    ["not where all ask already", ["@all"], ["@all"], ["@all"]],
  ])("is added, when it comes later, %s", async (_, asking, on, after) => {
    await database.query(
      sql`update servers set require_approval = ${json(asking)}, tools = ${json(on)} where id = ${text(server)}`,
    );
    const asks = async () => {
      const [row] = await database.query<ServerRow>(sql`select * from servers where id = ${text(server)}`);
      return row?.require_approval;
    };
    await list(tool("a"));
    expect(await asks()).toEqual(asking);
    await list(tool("a"), tool("b"));
    await list(tool("a"), tool("b", "Another."));
    expect(await asks()).toEqual(after);
  });

  it("counts once when two instances list it at once", async () => {
    const asking = json(["send"]);
    await database.query(sql`update servers set require_approval = ${asking} where id = ${text(server)}`);
    const theRow = sql`select id from servers where id = ${text(server)} for update`;
    const atOnce = async (...names: string[]) => {
      const listing = () => list(...names.map((name) => tool(name)));
      const ends = await whileLocked(database, theRow, [listing, listing]);
      expect(ends.map(({ status }) => status)).toEqual(["fulfilled", "fulfilled"]);
      const [row] = await database.query<ServerRow>(sql`select * from servers where id = ${text(server)}`);
      return { asking: row?.require_approval, changed: (await rows()).map(isChanged) };
    };
    expect(await atOnce("read", "send")).toEqual({ asking: ["send"], changed: [false, false] });
    expect(await atOnce("read", "send", "view")).toEqual({
      asking: ["send", "view"],
      changed: [false, false, true],
    });
  });

  it("leaves the names that ask alone where none were chosen", async () => {
    await list(tool("a"));
    await list(tool("b"));
    const kept = sql`select 1 from servers where id = ${text(server)} and require_approval is null`;
    expect(await database.query(kept)).toHaveLength(1);
  });

  it("is the reviewed one again when it goes back", async () => {
    await list(tool("a"));
    await list(tool("a", "Another."));
    await list(tool("a"));
    expect((await rows()).map(isChanged)).toEqual([false]);
  });

  it("is not forgotten while it is away", async () => {
    await list(tool("a"));
    await list();
    expect(await rows()).toMatchObject([{ listed: false }]);
    await list(tool("a"));
    expect(await rows()).toMatchObject([{ listed: true }]);
    expect((await rows()).map(isChanged)).toEqual([false]);
    await list();
    await list(tool("a", "Another."));
    expect((await rows()).map(isChanged)).toEqual([true]);
  });

  it("is another tool when another original comes under its name, even with the same words", async () => {
    await list(tool("a.b"));
    const [mapped] = await rows();
    const original = mapped?.name.slice(`${server}__`.length) ?? "";
    await list(tool(original));
    expect(await rows()).toMatchObject([{ name: mapped?.name, original_name: original }]);
    expect((await rows()).map(isChanged)).toEqual([true]);
  });

  it("is nothing of a server that was removed meanwhile, and nothing that cannot be used", async () => {
    await rememberTools(database, "gone", (await readTools("gone", [tool("a")])).tools);
    expect(await database.query(sql`select 1 from server_tools where server_id = 'gone'`)).toEqual([]);
    await list({ name: "broken", inputSchema: { type: 7 } }, tool("fine"));
    expect((await rows()).map(({ original_name }) => original_name)).toEqual(["fine"]);
  });
});
