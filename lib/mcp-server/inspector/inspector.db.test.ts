import { afterAll, beforeAll, expect, test } from "vitest";
import { owner } from "../../auth/principal.ts";
import { sql } from "../../db/sql.ts";
import { openStage, type Stage } from "../../runs/test-stage.ts";
import { createRegistry } from "../../tools/registry.ts";
import { updateTool } from "../../tools/update-tool.ts";
import { createInspector } from "./inspector.ts";

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.close());

const own = { url: "", token: "", version: "1" };
const long = "x".repeat(5_000);

test("a call of a server's tool asks what a client is asked, for as long, and runs when it is accepted", async () => {
  const erase = stage.toolbox.registry.get("erase");
  if (!erase) throw new Error("There is no tool erase.");
  await updateTool(stage, { name: "erase", patch: { approval: { elicitationSeconds: 7 } }, by: owner });
  const services = { ...stage, registry: createRegistry([{ ...erase, source: "mcp:files" }]) };
  const inspector = createInspector(services, own, () => "files", 10);
  const events = inspector.call({
    target: "an id",
    tool: "erase",
    arguments: { name: long },
    by: owner,
    signal: new AbortController().signal,
  });
  const { value: asked } = await events.next();
  if (asked?.event !== "elicitation") throw new Error(`It said ${asked?.event}.`);
  expect(asked.data.message).toBe(`Approve running tool 'erase' with arguments {"name":"${long}"}?`);
  const [approval] = await stage.rows<{ seconds: number }>(
    sql`select extract(epoch from expires_at - requested_at)::float8 as seconds from approvals`,
  );
  expect(approval?.seconds).toBeCloseTo(7, 0);
  expect(stage.toolbox.ran).toEqual([]);
  await inspector.answer(asked.data.id, "accept");
  expect((await events.next()).value).toMatchObject({ event: "result", data: { isError: false } });
  expect(stage.toolbox.ran).toEqual([`erase ${long}`]);
});

test("a question that is gone is not found, and only one of an instance that lives is asked elsewhere", async () => {
  const inspector = createInspector(stage, own, () => null, 10);
  const beat = (id: string, ago: string) =>
    stage.rows(sql`insert into instances (id, beat_at) values (${id}, now() - ${ago}::interval)`);
  await beat("elsewhere", "1 second");
  await beat("before a restart", "1 minute");
  await beat(stage.instanceId, "1 second");
  const answer = (id: string) => inspector.answer(id, "accept");
  for (const id of ["nonsense", ".", `${stage.instanceId}.x`, "before a restart.x", "elsewhere"]) {
    await expect(answer(id)).rejects.toMatchObject({ code: "not_found" });
  }
  await expect(answer("elsewhere.x")).rejects.toMatchObject({ code: "conflict" });
});
