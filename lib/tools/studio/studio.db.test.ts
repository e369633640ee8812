import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { temporaryDirectory } from "../../../e2e/support/temporary-directory.ts";
import { owner } from "../../auth/principal.ts";
import { sql } from "../../db/sql.ts";
import { text } from "../../db/value.ts";
import type { AuthoredTool } from "../authored/authored-tool-schema.ts";
import { getTool } from "../list-tools.ts";
import { builtIn, openToolStage, type ToolStage } from "../test-services.ts";
import { updateTool } from "../update-tool.ts";
import { deleteTool } from "./delete-tool.ts";
import { createTool, replaceTool } from "./publish-tool.ts";
import { getAuthored, listVersions, restoreVersion } from "./versions.ts";

let stage: ToolStage;
beforeAll(async () => {
  stage = await openToolStage(temporaryDirectory("workspace"));
});
afterAll(() => stage.close());

const signal = new AbortController().signal;
const definition = (name: string, more: Partial<AuthoredTool> = {}): AuthoredTool => ({
  name,
  description: "Does something.",
  inputSchema: { type: "object" },
  code: "export default async () => 1",
  ...more,
});
const create = (tool: AuthoredTool) => createTool(stage, { definition: tool, by: owner, signal });
const replace = (tool: AuthoredTool) => replaceTool(stage, { definition: tool, by: owner, signal });
const settingsRecorded = async (name: string) => {
  const rows = await stage.database.query<{ patch: unknown }>(sql`
    select data -> 'patch' as patch from audit where type = 'tool.updated' and data ->> 'tool' = ${text(name)}`);
  return rows.map(({ patch }) => patch);
};

describe("authored tools", () => {
  it("have versions that stay as they were", async () => {
    expect(await create(definition("one"))).toMatchObject({ version: 1 });
    const second = await replace(
      definition("one", { description: "Does more.", capabilities: { files: "read" } }),
    );
    expect(second).toMatchObject({ version: 2, risk: "L1", approval: { mode: "required" } });
    const third = await restoreVersion(stage, { name: "one", version: 1, by: owner, signal });
    expect(third).toMatchObject({ version: 3, description: "Does something.", risk: "L0", capabilities: {} });
    const versions = await listVersions(stage, "one");
    expect(versions.map(({ version, current }) => [version, current])).toEqual([
      [3, true],
      [2, false],
      [1, false],
    ]);
    await expect(restoreVersion(stage, { name: "one", version: 9, by: owner, signal })).rejects.toMatchObject(
      {
        code: "not_found",
      },
    );
  });

  it("get one version each, however many publish at the same moment", async () => {
    await create(definition("many"));
    await Promise.all(Array.from({ length: 8 }, () => replace(definition("many"))));
    const versions = await listVersions(stage, "many");
    expect(versions.map(({ version }) => version)).toEqual([9, 8, 7, 6, 5, 4, 3, 2, 1]);
    expect(versions.filter(({ current }) => current)).toHaveLength(1);
    expect((await getAuthored(stage, "many")).version).toBe(9);
  });

  it("take no name that is another's, by itself or on /mcp", async () => {
    const conflict = { code: "conflict", field: "name" };
    await expect(create(definition(builtIn.name))).rejects.toMatchObject(conflict);
    await expect(create(definition("one"))).rejects.toMatchObject(conflict);
    await updateTool(stage, { name: "one", patch: { alias: "known_as" }, by: owner });
    await expect(create(definition("known_as"))).rejects.toMatchObject(conflict);
    await expect(replace(definition("nobody"))).rejects.toMatchObject({ code: "not_found" });
    await expect(replace(definition(builtIn.name))).rejects.toMatchObject({ code: "not_found" });
  });

  it("ask again when a new version can do more than the one that was let run unasked", async () => {
    await create(definition("grown", { capabilities: { files: "read" }, approval: { mode: "disabled" } }));
    const same = await replace(definition("grown", { capabilities: { files: "read" } }));
    expect(same).toMatchObject({ risk: "L1", approval: { mode: "disabled" } });
    const grown = await replace(definition("grown", { capabilities: { files: "write" } }));
    expect(grown).toMatchObject({ approval: { mode: "required" } });
    const said = definition("grown", {
      capabilities: { files: "write", hosts: ["example.com"] },
      approval: { mode: "disabled" },
    });
    expect(await replace(said)).toMatchObject({ approval: { mode: "disabled" } });
    const hosts = ["example.com", "example.org"];
    const further = await replace(definition("grown", { capabilities: { files: "write", hosts } }));
    expect(further).toMatchObject({ risk: "L4", approval: { mode: "required" } });
  });

  it("keep asking when a person said so, whatever the versions between could do", async () => {
    await create(definition("careful", { approval: { mode: "required" } }));
    await replace(definition("careful", { capabilities: { files: "write" } }));
    expect(await replace(definition("careful"))).toMatchObject({
      risk: "L0",
      approval: { mode: "required" },
    });
    expect(await settingsRecorded("careful")).toEqual([{ approval: { mode: "required" } }]);
  });

  it("have a change of their settings on record only where there was one", async () => {
    await create(definition("unset"));
    await replace(definition("unset", { capabilities: { files: "write" } }));
    expect(await settingsRecorded("unset")).toEqual([]);
  });

  it("ask again also when somebody let them run unasked while the new version was being looked at", async () => {
    await create(definition("hurried", { capabilities: { files: "read" } }));
    const { pool } = stage.sandbox;
    const acquire = async (from: AbortSignal) => {
      await updateTool(stage, { name: "hurried", patch: { approval: { mode: "disabled" } }, by: owner });
      return pool.acquire(from);
    };
    const services = { ...stage, sandbox: { ...stage.sandbox, pool: { ...pool, acquire } } };
    const wider = definition("hurried", { capabilities: { files: "write" } });
    const published = await replaceTool(services, { definition: wider, by: owner, signal });
    expect(published).toMatchObject({ version: 2, approval: { mode: "required" } });
  });

  it("share no alias, also when two choose the same at the same moment", async () => {
    await create(definition("left"));
    await create(definition("right"));
    const chosen = await Promise.allSettled(
      ["left", "right"].map((name) => updateTool(stage, { name, patch: { alias: "both" }, by: owner })),
    );
    expect(chosen.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    const refused = chosen.find(({ status }) => status === "rejected");
    expect(refused).toMatchObject({ reason: { code: "conflict", field: "alias" } });
  });

  it("are not published with code that is none, and leave nothing behind", async () => {
    const invalid = { code: "invalid", field: "code" };
    await expect(create(definition("broken", { code: "export default (" }))).rejects.toMatchObject(invalid);
    expect(stage.registry.get("broken")).toBeUndefined();
    await expect(replace(definition("one", { code: "1" }))).rejects.toMatchObject(invalid);
    expect((await getAuthored(stage, "one")).version).toBe(3);
  });

  it("that are deleted can be written anew, and begin with the defaults", async () => {
    await create(definition("again"));
    const patch = { exposed: true, approval: { mode: "required" as const } };
    await updateTool(stage, { name: "again", patch, by: owner });
    await deleteTool(stage, { name: "again", by: owner });
    await expect(getTool(stage, "again")).rejects.toMatchObject({ code: "not_found" });
    await expect(deleteTool(stage, { name: "again", by: owner })).rejects.toMatchObject({
      code: "not_found",
    });
    expect(await create(definition("again"))).toMatchObject({
      exposed: false,
      approval: { mode: "disabled" },
    });
  });
});
