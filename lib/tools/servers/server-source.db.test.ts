import { expect, it, onTestFinished } from "vitest";
import { temporaryDirectory } from "../../../e2e/support/temporary-directory.ts";
import { owner } from "../../auth/principal.ts";
import { sql } from "../../db/sql.ts";
import { text } from "../../db/value.ts";
import { testClock } from "../../mcp-client/test-clock.ts";
import { eventually } from "../../mcp-client/test-connection.ts";
import { upstream } from "../../mcp-client/test-stage.ts";
import { whileLocked } from "../../runs/test-overlap.ts";
import { openToolStage, type ToolStage } from "../test-services.ts";
import { addServer, updateServer } from "./change-server.ts";
import { getServer } from "./list-servers.ts";
import { rememberTools } from "./remember-tools.ts";
import { reviewTool } from "./review-tool.ts";
import { createServerSource } from "./server-source.ts";

async function openStage(): Promise<ToolStage> {
  const stage = await openToolStage(temporaryDirectory("workspace"));
  onTestFinished(() => stage.close());
  return stage;
}

it("a server is listed, reviewed and changed at once, and all of it is done", async () => {
  const stage = await openStage();
  const { url } = await upstream();
  const { id } = await addServer(stage, {
    input: { name: "busy", url, allowPrivateAddress: true },
    by: owner,
  });
  await eventually(async () => expect((await getServer(stage, id)).toolNames).toContain("busy__echo"));
  const tools = (stage.servers.pool.get(id)?.snapshot().tools ?? []).map((tool) => ({
    ...tool,
    fingerprint: "another",
  }));
  const ends = await whileLocked<unknown>(
    stage.database,
    sql`select id from servers where id = ${text(id)} for update`,
    [
      () => rememberTools(stage.database, id, tools),
      () => reviewTool(stage, { name: "busy__echo", fingerprint: undefined, by: owner }),
      () => updateServer(stage, { id, patch: { url: "http://other.test/" }, by: owner }),
    ],
  );
  expect(ends.map(({ status }) => status)).toEqual(["fulfilled", "fulfilled", "fulfilled"]);
});

it("a list that could not be remembered is tried again, though the server says nothing more", async () => {
  const { database, seal, network, installationId, events } = await openStage();
  const { url } = await upstream();
  await database.query(
    sql`insert into servers (id, name, url, allow_private_address) values ('late', 'late', ${text(url)}, true)`,
  );
  await database.query(sql`
    create function refuse() returns trigger language plpgsql as $$ begin raise exception 'on purpose'; end $$`);
  await database.query(sql`
    create trigger refuse before insert on server_tools for each row when (new.server_id = 'late') execute function refuse()`);
  const clock = testClock();
  const servers = createServerSource({
    ...{ database, events, seal },
    hooks: { network, installationId, version: "0.0.0", clock },
    redirectUrl: "http://127.0.0.1:1/oauth",
  });
  onTestFinished(() => servers.stop());
  await servers.reload();
  for (const milliseconds of [1_000, 2_000]) {
    await eventually(() => expect(clock.waiting()).toContain(milliseconds));
    expect(servers.registry.list()).not.toContainEqual(expect.objectContaining({ name: "late__echo" }));
    if (milliseconds === 2_000) await database.query(sql`drop trigger refuse on server_tools`);
    clock.advance(milliseconds);
  }
  await eventually(() => expect(servers.registry.get("late__echo")).toBeDefined());
});
