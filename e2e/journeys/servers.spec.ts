import path from "node:path";
import { expect, signIn, test } from "../support/fixtures.ts";
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
