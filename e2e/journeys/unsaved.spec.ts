import { expect, signIn, test } from "../support/fixtures.ts";
import { button } from "./chat-page.ts";

test("what is unsaved in the studio is not left by a link, the shortcut, the way back or a reload unasked", async ({
  page,
  server,
}) => {
  await signIn(page, server, "/settings/tools");
  await page.getByRole("link", { name: "New tool" }).click();
  const name = page.getByRole("textbox", { name: "Name", exact: true });
  await name.fill("half_a_tool");
  const asked = page.getByRole("alertdialog", { name: "Leave without saving?" });
  const stay = async () => {
    await button(asked, "Stay").click();
    await expect(asked).toBeHidden();
    await expect(name).toHaveValue("half_a_tool");
  };
  await page.getByRole("link", { name: "All tools" }).click();
  await stay();
  await name.press("Control+k");
  await stay();
  await button(page, "New chat").click();
  await stay();
  await page.evaluate(() => history.back());
  await stay();

  const reload = page.waitForEvent("dialog");
  await page.evaluate(() => setTimeout(() => location.reload()));
  await (await reload).dismiss();
  await expect(name).toHaveValue("half_a_tool");

  await page.getByRole("link", { name: "All tools" }).click();
  await button(asked, "Discard changes").click();
  await page.waitForURL(`${server.url}/settings/tools`);
  await button(page, "New chat").click();
  await page.waitForURL(`${server.url}/`);
});

test("no shortcut leaves an open form, and the way back asks before it throws one away", async ({
  page,
  server,
}) => {
  await signIn(page, server);
  await page.getByRole("link", { name: "Settings" }).click();
  await page.getByRole("link", { name: "Servers" }).click();
  await button(page, "Add server").click();
  const form = page.getByRole("dialog", { name: "Add server" });
  const name = form.getByRole("textbox", { name: "Name" });
  await name.press("Control+k");
  await name.fill("half");
  await name.press("Control+k");
  await expect(name).toHaveValue("half");
  await page.evaluate(() => history.back());
  const asked = page.getByRole("alertdialog", { name: "Leave without saving?" });
  await button(asked, "Stay").click();
  await expect(name).toHaveValue("half");
  await page.evaluate(() => history.back());
  await button(asked, "Discard changes").click();
  await page.waitForURL(`${server.url}/settings/tools`);
});

test("a server's form that holds something unsaved is not closed unasked, an untouched one is", async ({
  page,
  server,
}) => {
  await signIn(page, server, "/settings/servers");
  await button(page, "Add server").click();
  const form = page.getByRole("dialog", { name: "Add server" });
  const url = form.getByRole("textbox", { name: "URL" });
  await url.press("Escape");
  await expect(form).toBeHidden();

  await button(page, "Add server").click();
  await url.fill("https://example.com/mcp");
  const asked = page.getByRole("alertdialog", { name: "Leave without saving?" });
  await url.press("Escape");
  await button(asked, "Stay").click();
  await expect(url).toHaveValue("https://example.com/mcp");
  await button(form, "Cancel").click();
  await page.keyboard.press("Escape");
  await expect(asked).toBeHidden();
  await expect(url).toHaveValue("https://example.com/mcp");
  await button(form, "Cancel").click();
  await button(asked, "Discard changes").click();
  await expect(form).toBeHidden();
  await expect(button(page, "Add server")).toBeFocused();
});

test("going back to an old version of a tool asks before it throws unsaved code away", async ({
  page,
  server,
}) => {
  const name = `restored_${crypto.randomUUID().slice(0, 8)}`;
  const tool = { name, inputSchema: { type: "object" }, code: "export default async () => 1;" };
  await server.api.post("/tools", { ...tool, description: "The first" });
  await server.api.put(`/tools/${name}`, { ...tool, description: "The second" });
  await signIn(page, server, `/settings/tools/${name}`);
  const description = page.getByRole("textbox", { name: "Description" });
  await expect(description).toHaveValue("The second");
  await description.fill("The third");
  await button(page, "Restore version 1").click();
  const asked = page.getByRole("alertdialog", { name: "Leave without saving?" });
  await button(asked, "Stay").click();
  await expect(description).toHaveValue("The third");
  await button(page, "Restore version 1").click();
  await button(asked, "Discard changes").click();
  await expect(page.getByText("Published as version 3.")).toBeVisible();
  await expect(description).toHaveValue("The first");
});
