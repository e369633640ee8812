import { existsSync } from "node:fs";
import path from "node:path";
import { expect, signIn, test } from "../support/fixtures.ts";
import { untilPageHears } from "../support/page-hears.ts";
import { addFile, button } from "./chat-page.ts";

test("the inspector shows what a client is asked: declined it is not run, accepted it is", async ({
  page,
  server,
}) => {
  await signIn(page, server, "/settings/tools");
  const exposed = page.getByRole("switch", { name: "Expose delete_file on /mcp" });
  await exposed.click();
  await expect(exposed).toBeChecked();
  await expect(page.getByText("Saved")).toBeVisible();

  const file = addFile(server, "inspected.txt");
  const there = () => existsSync(path.join(server.workspace, file));
  await page.goto(`${server.url}/inspector`);
  await button(page, "delete_file").click();
  await page.getByRole("textbox", { name: "path" }).fill(file);
  const asked = page.getByRole("group", { name: "Elicitation" });
  const result = page.getByRole("region", { name: "Result" });
  await button(page, "Call").click();
  await expect(asked).toContainText(`Approve running tool 'delete_file' with arguments {"path":"${file}"}?`);
  await button(asked, "Decline").click();
  await expect(result).toContainText("Not run");
  expect(there()).toBe(true);

  await button(page, "Call").click();
  await button(asked, "Accept").click();
  await expect(result.getByText("Result", { exact: true })).toBeVisible();
  expect(there()).toBe(false);
  await server.api.patch("/tools/delete_file", { exposed: null });
});

test("what only a client can answer is seen among the approvals, without buttons", async ({
  page,
  context,
  server,
}) => {
  await signIn(page, server);
  await server.api.patch("/tools/write_file", { exposed: true });
  await page.goto(`${server.url}/inspector`);
  await button(page, "write_file").click();
  const path = `asked-${crypto.randomUUID().slice(0, 8)}.txt`;
  await page.getByRole("textbox", { name: "path" }).fill(path);
  await page.getByRole("textbox", { name: "content" }).fill("one line");
  await button(page, "Call").click();
  const asked = page.getByRole("group", { name: "Elicitation" });
  await expect(asked).toBeVisible();

  const inbox = await context.newPage();
  await inbox.goto(`${server.url}/approvals`);
  const card = inbox.getByRole("group", { name: "Approval required: write_file" }).filter({ hasText: path });
  await expect(card).toContainText("it can be answered only there");
  await expect(button(card, "Approve")).toBeHidden();
  await untilPageHears(inbox, server);
  await button(asked, "Decline").click();
  const rejected = inbox.getByRole("group", { name: "write_file: rejected" }).filter({ hasText: path });
  await expect(rejected).toContainText("Rejected in Countersign Inspector, just now");
});
