import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { temporaryDirectory } from "../../../e2e/support/temporary-directory.ts";
import { owner } from "../../auth/principal.ts";
import { createSeal } from "../../auth/seal.ts";
import { sql } from "../../db/sql.ts";
import { eventually } from "../../mcp-client/test-connection.ts";
import { upstream } from "../../mcp-client/test-stage.ts";
import { getTool } from "../list-tools.ts";
import type { ToolPatch } from "../schema.ts";
import { openToolStage, type ToolStage } from "../test-services.ts";
import { updateTool } from "../update-tool.ts";
import { addServer, removeServer, updateServer } from "./change-server.ts";
import { getServer, listServers } from "./list-servers.ts";
import { reviewTool } from "./review-tool.ts";
import type { ServerInput, ServerPatch } from "./server-schema.ts";
import { createSignInStore } from "./sign-in-store.ts";

let stage: ToolStage;
beforeAll(async () => {
  stage = await openToolStage(temporaryDirectory("workspace"));
});
afterAll(() => stage.close());

const add = (input: ServerInput) => addServer(stage, { input, by: owner });
const ready = async (id: string) => {
  const { toolNames } = await getServer(stage, id);
  expect(toolNames.length).toBeGreaterThan(0);
  expect(stage.registry.get(toolNames[0] ?? "")).toBeDefined();
};

describe("servers", () => {
  it("are added with what they are reached by sealed, and their tools arrive", async () => {
    const { url } = await upstream();
    const headers = {
      authorization: "Bearer a-token-of-theirs",
      "proxy-authorization": "Basic dXNlcjpwYXNz",
    };
    const added = await add({ name: "one", url, allowPrivateAddress: true, headers });
    expect(added).toMatchObject({ name: "one", tools: ["@all"], requireApproval: ["@all"], trusted: false });
    await eventually(() => ready(added.id));
    expect(JSON.stringify(await stage.database.query(sql`select * from servers`))).not.toContain(
      "a-token-of",
    );
    expect(stage.servers.credentials()).toEqual({
      "one authorization": "a-token-of-theirs",
      "one proxy-authorization": "dXNlcjpwYXNz",
      "one proxy-authorization user and password": "user:pass",
    });
    expect(stage.secrets.values()).toMatchObject({ "one authorization": "a-token-of-theirs" });
    expect(await getTool(stage, "one__echo")).toMatchObject({
      source: "mcp:one",
      approval: { mode: "required" },
    });
    await removeServer(stage, { id: added.id, by: owner });
    expect(stage.registry.get("one__echo")).toBeUndefined();
    expect(await listServers(stage)).toEqual([]);
  });

  it("that a person signed in to: their tokens are masked at once, and sealed", async () => {
    const { id } = await add({ name: "signed", url: "https://example.com/mcp", enabled: false });
    const tokens = {
      access_token: "an-access-token",
      refresh_token: "a-refresh-token",
      token_type: "Bearer",
    };
    const store = createSignInStore(stage.database, stage.seal, id);
    await store.update((record) => ({ ...record, tokens }));
    await stage.servers.reload();
    expect(stage.servers.credentials()).toEqual({
      "signed sign-in": "an-access-token",
      "signed refresh": "a-refresh-token",
    });
    expect(await store.read()).toEqual({ tokens });
    const [row] = await stage.database.query<{ sealed: string }>(sql`select sealed from servers`);
    expect(row?.sealed).not.toContain("token");
    // Another address: what was agreed with the first does not go there.
    await updateServer(stage, { id, patch: { url: "https://example.org/mcp" }, by: owner });
    expect(await store.read()).toEqual({});
    await removeServer(stage, { id, by: owner });
  });

  it("keep what is theirs at the same address, and lose it, with the trust, at another path or host", async () => {
    const headers = { authorization: "Bearer a-token-of-theirs" };
    const moving = { name: "moving", url: "https://example.com/mcp", headers, trusted: true, enabled: false };
    const { id } = await add(moving);
    const move = (url: string) => updateServer(stage, { id, patch: { url }, by: owner });
    const kept = { trusted: true, headerNames: ["authorization"] };
    expect(await move("https://EXAMPLE.com:443/mcp#top")).toMatchObject(kept);
    for (const url of [
      "https://example.com/other",
      "https://example.com/mcp?of=b",
      "https://example.org/mcp",
    ]) {
      await updateServer(stage, { id, patch: { url: moving.url, headers, trusted: true }, by: owner });
      expect(await move(url)).toMatchObject({ trusted: false, headerNames: [] });
    }
    expect(stage.servers.credentials()).toEqual({});
    await removeServer(stage, { id, by: owner });
  });

  it("that move put all that was reviewed or let through there back to a person, and keep what is stricter", async () => {
    const tools = () => ["a", "b"].map((name) => ({ name, inputSchema: { type: "object" } }));
    const [from, to] = [await upstream({ tools }), await upstream({ tools })];
    const { id } = await add({
      name: "mover",
      url: from.url,
      allowPrivateAddress: true,
      trusted: true,
      requireApproval: [],
    });
    await eventually(() => ready(id));
    const set = (name: string, patch: ToolPatch) => updateTool(stage, { name, patch, by: owner });
    await set("mover__a", { risk: "L0", approval: { mode: "disabled", prompt: "Really?" } });
    await set("mover__b", { risk: "L5", approval: { mode: "required" } });
    const { fingerprint } = await getTool(stage, "mover__a");
    const moved = await updateServer(stage, { id, patch: { url: to.url }, by: owner });
    expect(moved).toMatchObject({ trusted: false, requireApproval: ["@all"] });
    await eventually(() => expect(stage.servers.pool.get(id)?.snapshot().state).toBe("ready"));
    const approval = { mode: "required" };
    const a = await getTool(stage, "mover__a");
    expect(a).toMatchObject({
      review: "changed",
      risk: "L3",
      approval: { ...approval, prompt: "Really?" },
      changes: expect.stringContaining("elsewhere"),
    });
    expect(a.fingerprint).not.toBe(fingerprint);
    expect(await getTool(stage, "mover__b")).toMatchObject({ review: "changed", risk: "L5", approval });
    const unread = reviewTool(stage, { name: "mover__a", fingerprint: fingerprint ?? undefined, by: owner });
    await expect(unread).rejects.toMatchObject({ code: "conflict" });
    await reviewTool(stage, { name: "mover__a", fingerprint: a.fingerprint ?? undefined, by: owner });
    expect(await getTool(stage, "mover__a")).toMatchObject({ review: "reviewed", approval });
    await removeServer(stage, { id, by: owner });
  });

  it("that run another program with the same command have moved, too", async () => {
    const { id } = await add({
      name: "program",
      command: "npx",
      args: ["one"],
      trusted: true,
      enabled: false,
    });
    const change = (patch: ServerPatch) => updateServer(stage, { id, patch, by: owner });
    expect(await change({ command: "npx", args: ["one"] })).toMatchObject({ trusted: true });
    expect(await change({ command: "npx", args: ["two"] })).toMatchObject({ trusted: false });
    await removeServer(stage, { id, by: owner });
  });

  it("whose settings name a tool that they do not have are refused, or ask for all of them", async () => {
    const tools = () => ["read", "send"].map((name) => ({ name, inputSchema: { type: "object" } }));
    const { url } = await upstream({ tools });
    const { id } = await add({ name: "named", url, allowPrivateAddress: true, requireApproval: ["sned"] });
    await eventually(() => ready(id));
    const modes = () =>
      Promise.all(
        ["read", "send"].map(async (name) => (await getTool(stage, `named__${name}`)).approval.mode),
      );
    expect(await modes()).toEqual(["required", "required"]);
    expect((await getServer(stage, id)).notes).toEqual([expect.stringContaining('"sned"')]);
    const change = (patch: ServerPatch) => updateServer(stage, { id, patch, by: owner });
    const refused = (field: string, name: string) =>
      expect.objectContaining({ field, message: expect.stringContaining(name) });
    await expect(change({ requireApproval: ["snd"] })).rejects.toEqual(refused("requireApproval", "snd"));
    await expect(change({ tools: ["raed"] })).rejects.toEqual(refused("tools", "raed"));
    const silent = change({ tools: ["read"], requireApproval: ["send"] });
    await expect(silent).rejects.toEqual(refused("requireApproval", "send"));
    expect(await change({ requireApproval: ["send"] })).toMatchObject({ notes: [] });
    expect(await modes()).toEqual(["disabled", "required"]);
    await removeServer(stage, { id, by: owner });
  });

  it("are asked of the network when they are reached anew, and then not for long", async () => {
    const { id } = await add({ name: "slow", url: "https://example.com/mcp", enabled: false });
    let asked = 0;
    const resolve = () => {
      asked += 1;
      return new Promise<never>(() => {});
    };
    const silent = { ...stage, network: { ...stage.network, resolve } };
    const change = (patch: ServerPatch) => updateServer(silent, { id, patch, by: owner });
    await change({ enabled: false, trusted: false, url: "https://example.com/mcp", timeoutSeconds: 9 });
    expect(asked).toBe(0);
    expect(await change({ url: "https://slow.example.com/mcp" })).toMatchObject({ timeoutSeconds: 9 });
    expect(asked).toBeGreaterThan(0);
    await removeServer(stage, { id, by: owner });
  });

  it("that are changed by two at once keep what each of them said", async () => {
    const { id } = await add({ name: "shared", url: "https://example.com/mcp", enabled: false });
    await Promise.all([
      updateServer(stage, { id, patch: { timeoutSeconds: 7 }, by: owner }),
      updateServer(stage, { id, patch: { headers: { "x-key": "one" } }, by: owner }),
      updateServer(stage, { id, patch: { trusted: true }, by: owner }),
    ]);
    expect(await getServer(stage, id)).toMatchObject({
      timeoutSeconds: 7,
      headerNames: ["x-key"],
      trusted: true,
    });
    await removeServer(stage, { id, by: owner });
  });

  it("whose credentials another secret sealed keep them, and say so", async () => {
    const headers = { authorization: "Bearer a-token-of-theirs" };
    const { id } = await add({ name: "sealed", url: "https://example.com/mcp", headers, enabled: false });
    const strange = { ...stage, seal: createSeal("another secret of the tests") };
    const change = (patch: ServerPatch) => updateServer(strange, { id, patch, by: owner });
    expect(await change({ timeoutSeconds: 9 })).toMatchObject({
      timeoutSeconds: 9,
      headerNames: [],
      notes: [expect.stringContaining("another COUNTERSIGN_SECRET")],
    });
    const refused = { code: "conflict", message: expect.stringContaining("another COUNTERSIGN_SECRET") };
    for (const patch of [{ headers: {} }, { url: "https://example.org/mcp" }]) {
      await expect(change(patch)).rejects.toMatchObject(refused);
    }
    const store = createSignInStore(stage.database, strange.seal, id);
    await expect(store.update((record) => record)).rejects.toThrow("another COUNTERSIGN_SECRET");
    expect(await getServer(stage, id)).toMatchObject({ headerNames: ["authorization"], notes: [] });
    await removeServer(stage, { id, by: owner });
  });

  it("have names of their own, and what is wrong is refused by its field", async () => {
    const { url } = await upstream();
    const { id } = await add({ name: "two", url, allowPrivateAddress: true, enabled: false });
    await expect(add({ name: "two", url })).rejects.toMatchObject({ code: "conflict", field: "name" });
    const invalid = { code: "invalid" };
    await expect(add({ name: "x", url: "ftp://example.com/" })).rejects.toMatchObject(invalid);
    await expect(add({ name: "x", url: "nonsense" })).rejects.toMatchObject(invalid);
    await expect(add({ name: "x", url, headers: { host: "example.com" } })).rejects.toMatchObject({
      field: "headers",
    });
    const patch = { tools: ["a"], requireApproval: ["b"] };
    await expect(updateServer(stage, { id, patch, by: owner })).rejects.toMatchObject({
      field: "requireApproval",
    });
    const misplaced = updateServer(stage, { id, patch: { args: ["--help"] }, by: owner });
    await expect(misplaced).rejects.toMatchObject({ code: "invalid", field: "args" });
    expect(await getServer(stage, id)).toMatchObject({ state: "disabled", tools: ["@all"] });
    await removeServer(stage, { id, by: owner });
  });

  it("that change a tool wait for a review, and a removed one leaves no setting behind", async () => {
    let description = "As it was.";
    const { url } = await upstream({
      tools: () => [{ name: "act", description, inputSchema: { type: "object" } }],
    });
    const { id } = await add({ name: "three", url, allowPrivateAddress: true });
    await eventually(() => ready(id));
    await updateTool(stage, { name: "three__act", patch: { approval: { mode: "disabled" } }, by: owner });
    description = "Another.";
    await stage.servers.pool.get(id)?.refresh();
    await eventually(() => expect(stage.registry.get("three__act")?.changed).toBe(true));
    expect(await getTool(stage, "three__act")).toMatchObject({
      review: "changed",
      changes: expect.stringContaining("+ Another."),
    });
    const read = (await getTool(stage, "three__act")).fingerprint ?? undefined;
    description = "Yet another.";
    await stage.servers.pool.get(id)?.refresh();
    await eventually(async () => expect((await getTool(stage, "three__act")).fingerprint).not.toBe(read));
    const unread = reviewTool(stage, { name: "three__act", fingerprint: read, by: owner });
    await expect(unread).rejects.toMatchObject({ code: "conflict" });
    expect(await getTool(stage, "three__act")).toMatchObject({ review: "changed" });
    const reviewed = await reviewTool(stage, { name: "three__act", fingerprint: undefined, by: owner });
    expect(reviewed).toMatchObject({ review: "reviewed", changes: null });
    await reviewTool(stage, { name: "three__act", fingerprint: undefined, by: owner });
    const records = await stage.database.query(
      sql`select 1 from audit where type = 'tool.reviewed' and data->>'tool' = 'three__act'`,
    );
    expect(records).toHaveLength(1);
    await removeServer(stage, { id, by: owner });
    expect(await stage.database.query(sql`select * from tool_settings`)).toEqual([]);
  });

  it("that say little of a tool have the rest filled in, as models need it", async () => {
    const { url } = await upstream({ tools: () => [{ name: "bare", inputSchema: { properties: {} } }] });
    const { id } = await add({ name: "brief", url, allowPrivateAddress: true });
    await eventually(() => ready(id));
    expect(await getTool(stage, "brief__bare")).toMatchObject({
      title: "bare",
      description: 'The tool "bare" of the server "brief". It has no description.',
      inputSchema: { type: "object", properties: {} },
    });
    await removeServer(stage, { id, by: owner });
  });

  it("that say of themselves what nobody trusts are not believed", async () => {
    const readOnly = { name: "act", inputSchema: { type: "object" }, annotations: { readOnlyHint: true } };
    const { url } = await upstream({ tools: () => [readOnly] });
    const { id } = await add({ name: "four", url, allowPrivateAddress: true });
    await eventually(() => ready(id));
    expect(await getTool(stage, "four__act")).toMatchObject({ risk: "L3", composedRisk: "L2" });
    await updateServer(stage, { id, patch: { trusted: true }, by: owner });
    expect(await getTool(stage, "four__act")).toMatchObject({ risk: "L1", approval: { mode: "disabled" } });
    await updateServer(stage, { id, patch: { requireApproval: ["@all"] }, by: owner });
    expect(await getTool(stage, "four__act")).toMatchObject({
      composedRisk: "L1",
      approval: { mode: "required" },
    });
    await removeServer(stage, { id, by: owner });
  });
});
