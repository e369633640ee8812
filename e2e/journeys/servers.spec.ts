import path from "node:path";
import type { ToolView } from "../../lib/tools/schema.ts";
import { expect, signIn, test } from "../support/fixtures.ts";
import { echoTool } from "../support/mcp/raw-upstream.ts";
import { addUpstream, readTool } from "../support/upstreams.ts";
import { approve, begin, button, call, decidedCard, expectOver, pendingCard, reject } from "./chat-page.ts";

const everything = path.resolve(
  import.meta.dirname,
  "../../node_modules/@modelcontextprotocol/server-everything/dist/index.js",
);

test("a server is added, one of its tools is let through, another asks in the chat", async ({
  page,
  server,
}) => {
  const name = `every-${crypto.randomUUID().slice(0, 8)}`;
  await signIn(page, server, "/settings/servers");
  await button(page, "Add server").click();
  const dialog = page.getByRole("dialog", { name: "Add server" });
  await dialog.getByRole("textbox", { name: "Name" }).fill("No such name");
  await dialog.getByRole("textbox", { name: "Command" }).fill(`"${process.execPath}" "${everything}" stdio`);
  await expect(dialog).toContainText("runs with your rights");
  await button(dialog, "Add server").click();
  await expect(dialog).toContainText("1 to 32 small letters, digits or hyphens.");
  await dialog.getByRole("textbox", { name: "Name" }).fill(name);
  await button(dialog, "Add server").click();
  await expect(dialog).toBeHidden();
  const row = page.getByRole("list", { name: "Servers" }).getByRole("listitem").filter({ hasText: name });
  await expect(row.getByRole("status")).toHaveText("Ready");

  await button(row, "Tools and approval").click();
  const gate = page.getByRole("switch", { name: `Require approval for ${name}__echo` });
  await expect(gate).toBeChecked();
  await gate.click();
  await button(page.getByRole("dialog", { name: "Reduce human oversight?" }), "Turn off approval").click();
  await expect(gate).not.toBeChecked();
  await button(page, "Close").click();

  await begin(page, server, call(`${name}__echo`, { message: "from afar" }));
  await expectOver(page);
  await expect(page.getByRole("article", { name: "Agent" })).toContainText("Echo: from afar");

  await begin(page, server, call(`${name}__get-tiny-image`, {}));
  const card = pendingCard(page, `${name}__get-tiny-image`);
  await expect(card).toContainText(`mcp:${name}`);
  await approve(card);
  await expectOver(page);
  await button(page, `Output of ${name}__get-tiny-image`).click();
  await expect(page.getByRole("img", { name: "Given back by the tool" })).toBeVisible();

  await begin(page, server, call(`${name}__get-sum`, { a: 1, b: 2 }));
  await reject(pendingCard(page, `${name}__get-sum`));
  await expect(decidedCard(page, `${name}__get-sum`, "rejected")).toContainText("Not run");

  await page.goto(`${server.url}/settings/servers`);
  await button(row, `Actions for ${name}`).click();
  await page.getByRole("menuitem", { name: "Remove" }).click();
  await button(page.getByRole("alertdialog"), "Remove server").click();
  await expect(row).toBeHidden();
});

test("a server that cannot be reached says so on its row, and the rest of the page works", async ({
  page,
  server,
}) => {
  const name = `gone-${crypto.randomUUID().slice(0, 8)}`;
  await signIn(page, server, "/settings/servers");
  await button(page, "Add server").click();
  const dialog = page.getByRole("dialog", { name: "Add server" });
  await dialog.getByRole("textbox", { name: "Name" }).fill(name);
  await dialog.getByRole("textbox", { name: "URL" }).fill("https://127.0.0.1:9/mcp");
  await button(dialog, "Add server").click();
  const row = page.getByRole("list", { name: "Servers" }).getByRole("listitem").filter({ hasText: name });
  await expect(row.getByRole("status")).toHaveText("Failed");
  await button(row, `Actions for ${name}`).click();
  await page.getByRole("menuitem", { name: "Remove" }).click();
  await button(page.getByRole("alertdialog"), "Remove server").click();
  await expect(row).toBeHidden();
});

test("a tool that its server changed shows what is different, and asks until that is accepted", async ({
  page,
  server,
  startUpstream,
}) => {
  let description = "Says it again.";
  const upstream = await startUpstream({ tools: () => [{ ...echoTool, description }] });
  const { name } = await addUpstream(server, {
    name: `moving-${crypto.randomUUID().slice(0, 8)}`,
    url: upstream.url,
    allowPrivateAddress: true,
    requireApproval: [],
  });
  await signIn(page, server, "/settings/servers");
  const row = page.getByRole("list", { name: "Servers" }).getByRole("listitem").filter({ hasText: name });
  description = "Says it to Eve.";
  await button(row, "Reconnect").click();
  await expect.poll(async () => (await readTool(server, `${name}__echo`)).review).toBe("changed");
  await button(row, "Tools and approval").click();
  const changes = page.getByRole("group", { name: `Changes of ${name}__echo` });
  await expect(changes).toContainText("Changed since it was reviewed.");
  await expect(changes).toContainText(/- ?Says it again\./);
  await expect(changes).toContainText(/\+ ?Says it to Eve\./);

  await begin(page, server, call(`${name}__echo`, { words: "first" }));
  await reject(pendingCard(page, `${name}__echo`));
  await expectOver(page);

  await page.goto(`${server.url}/settings/servers`);
  await button(row, "Tools and approval").click();
  await button(changes, "Accept changes").click();
  await expect(changes).toBeHidden();
  await button(page, "Close").click();
  await begin(page, server, call(`${name}__echo`, { words: "second" }));
  await expectOver(page);
  await expect(page.getByRole("article", { name: "Agent" })).toContainText("Done");
  const called = upstream.received.filter(({ method }) => method === "tools/call");
  expect(called.map(({ params }) => params?.arguments)).toEqual([{ words: "second" }]);
});

test("changes that were not shown cannot be accepted, however much a server changed at once", async ({
  page,
  server,
  startUpstream,
}) => {
  let word = "a";
  const tools = () =>
    Array.from({ length: 20 }, (_, index) => ({
      name: `long-${index}`,
      description: word.repeat(9_000),
      inputSchema: { type: "object", description: word.repeat(20_000) },
    }));
  const upstream = await startUpstream({ tools });
  const { id, name } = await addUpstream(server, {
    name: `long-${crypto.randomUUID().slice(0, 8)}`,
    url: upstream.url,
    allowPrivateAddress: true,
    requireApproval: [],
  });
  word = "b";
  await server.api.post(`/servers/${id}/reconnect`);
  await expect.poll(async () => (await readTool(server, `${name}__long-19`)).review).toBe("changed");
  const { body } = await server.api.get<{ items: ToolView[] }>("/tools");
  const leftOut = body.items.filter(({ review, changes }) => review === "changed" && changes === null);
  const [first = ""] = leftOut.map((tool) => tool.name);

  await signIn(page, server, "/settings/servers");
  const row = page.getByRole("list", { name: "Servers" }).getByRole("listitem").filter({ hasText: name });
  await button(row, "Tools and approval").click();
  const changes = page.getByRole("group", { name: `Changes of ${first}`, exact: true });
  await expect(changes).toContainText("Too much changed at once to show all of it here.");
  await expect(button(changes, "Accept changes")).toBeDisabled();
  await button(changes, "Show changes").click();
  await expect(changes).toContainText(/- ?aaaa/);
  await expect(changes).toContainText(/\+ ?bbbb/);
  await button(changes, "Accept changes").click();
  await expect(changes).toBeHidden();
  expect((await readTool(server, first)).review).toBe("reviewed");
});
