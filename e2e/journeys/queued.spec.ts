import { expect, signIn, test } from "../support/fixtures.ts";
import {
  addFile,
  answer,
  approve,
  begin,
  button,
  call,
  composer,
  decidedCard,
  expectOver,
  pendingCard,
  say,
} from "./chat-page.ts";

test("a text that is no decision is queued; it can be edited and removed, and goes when the run is done", async ({
  page,
  server,
}) => {
  await begin(page, server, call("delete_file", { path: addFile(server, "queue.txt") }));
  await expect(pendingCard(page, "delete_file")).toBeVisible();
  await composer(page).fill("what is 6 * 6");
  await expect(page.getByText("Will be queued as the next message")).toBeVisible();
  await composer(page).press("Enter");
  const queued = page.getByRole("region", { name: "Queued message" });
  await expect(queued).toContainText("what is 6 * 6");
  await button(queued, "Edit").click();
  await expect(composer(page)).toHaveValue("what is 6 * 6");
  await expect(queued).toBeHidden();

  await say(page, "what is 6 * 7");
  await page.reload();
  await expect(queued).toContainText("what is 6 * 7");
  await approve(pendingCard(page, "delete_file"));
  await expect(queued).toBeHidden();
  await expect(answer(page).last()).toContainText("= 42");
  await expectOver(page);
  await expect(page.getByRole("article", { name: "You" })).toHaveCount(2);
});

test("sent now, it rejects what waits, with itself as the reason", async ({ page, server }) => {
  await begin(page, server, call("delete_file", { path: addFile(server, "now.txt") }));
  await expect(pendingCard(page, "delete_file")).toBeVisible();
  await say(page, "What is in reports?");
  await button(page, "Send now").click();
  await expect(decidedCard(page, "delete_file", "rejected")).toContainText("What is in reports?");
  await expect(answer(page).last()).toContainText("reports/");
  await expect(page.getByRole("region", { name: "Queued message" })).toBeHidden();
  await expectOver(page);
});

test("until the page knows what became of the old cards, a text that was sent now is not shown beside them", async ({
  page,
  server,
}) => {
  const id = await begin(page, server, call("delete_file", { path: addFile(server, "unread.txt") }));
  await expect(pendingCard(page, "delete_file")).toBeVisible();
  await say(page, "What is in reports?");
  await expect(button(page, "Send now")).toBeVisible();
  const held = Promise.withResolvers<void>();
  await page.route(`**/api/v1/conversations/${id}`, async (route) => {
    await held.promise;
    await route.continue();
  });
  const sent = page.waitForResponse((response) => response.url().endsWith(`/${id}/messages`));
  await button(page, "Send now").click();
  expect((await sent).status()).toBe(202);
  await expect(button(page, "Send now")).toBeDisabled();
  await expect(pendingCard(page, "delete_file")).toBeVisible();
  await expect(page.getByRole("article", { name: "You" })).toHaveCount(1);
  held.resolve();
  await expect(decidedCard(page, "delete_file", "rejected")).toContainText("What is in reports?");
  await expect(page.getByRole("article", { name: "You" })).toHaveCount(2);
  await expectOver(page);
});

test("stopped, a run is shown so together with what it cancelled", async ({ page, server }) => {
  const id = await begin(page, server, call("delete_file", { path: addFile(server, "stopped.txt") }));
  await expect(pendingCard(page, "delete_file")).toBeVisible();
  await say(page, "hello later");
  const queued = page.getByRole("region", { name: "Queued message" });
  await expect(queued).toContainText("hello later");
  const held = Promise.withResolvers<void>();
  await page.route(`**/api/v1/conversations/${id}`, async (route) => {
    await held.promise;
    await route.continue();
  });
  const stopped = page.waitForResponse((response) => response.url().endsWith("/cancel"));
  await button(page, "Stop").click();
  expect((await stopped).status()).toBe(200);
  await expect(button(page, "Stop")).toBeDisabled();
  await expect(pendingCard(page, "delete_file")).toBeVisible();
  await expect(queued).not.toContainText("Kept: not sent");
  held.resolve();
  await expect(queued).toContainText("Kept: not sent");
  await expect(decidedCard(page, "delete_file", "cancelled")).toBeVisible();
  await button(queued, "Send now").click();
  await expect(answer(page).last()).toContainText("Hello!");
});

test("only the text that is shown is removed, not one that another tab has queued since", async ({
  page,
  server,
}) => {
  const id = await begin(page, server, call("delete_file", { path: addFile(server, "tabs.txt") }));
  await expect(pendingCard(page, "delete_file")).toBeVisible();
  await say(page, "the text of this tab");
  const queued = page.getByRole("region", { name: "Queued message" });
  await expect(queued).toContainText("the text of this tab");
  await page.route("**/queued?**", async (route) => {
    await server.api.post(`/conversations/${id}/messages`, { text: "the text of another tab" });
    await route.continue();
  });
  await button(queued, "Edit").click();
  await expect(page.getByText("That text is not queued any more")).toBeVisible();
  await expect(queued).toContainText("the text of another tab");
  await expect(composer(page)).toHaveValue("");
});

test("a kept text that another tab has sent meanwhile is left in no draft, where it would be sent once more", async ({
  page,
  server,
}) => {
  const id = await begin(page, server, call("delete_file", { path: addFile(server, "kept.txt") }));
  await expect(pendingCard(page, "delete_file")).toBeVisible();
  await say(page, "hello later");
  const queued = page.getByRole("region", { name: "Queued message" });
  await button(page, "Stop").click();
  await expect(queued).toContainText("Kept: not sent");
  await page.route("**/queued?**", async (route) => {
    await server.api.delete(`/conversations/${id}/queued`);
    await server.api.post(`/conversations/${id}/messages`, { text: "hello later" });
    await route.continue();
  });
  await button(queued, "Send now").click();
  await expect(page.getByText("That text is not queued any more")).toBeVisible();
  await expect(queued).toBeHidden();
  await expect(composer(page)).toHaveValue("");
  await expect(answer(page).last()).toContainText("Hello!");
  await expect(page.getByRole("article", { name: "You" })).toHaveCount(2);
});

test("queued before a restart, it is there after it, and kept unsent when the run is stopped", async ({
  page,
  launch,
  database,
}) => {
  const first = await launch({ database });
  const id = await begin(page, first, call("delete_file", { path: addFile(first, "restart.txt") }));
  await expect(pendingCard(page, "delete_file")).toBeVisible();
  await say(page, "hello later");
  const queued = page.getByRole("region", { name: "Queued message" });
  await expect(queued).toContainText("hello later");
  await first.stop();

  const { dataDir, workspace } = first;
  const second = await launch({ database, dataDir, workspace });
  await signIn(page, second, `/c/${id}`);
  await expect(queued).toContainText("hello later");
  await button(page, "Stop").click();
  await expect(queued).toContainText("Kept: not sent");
  await button(queued, "Send now").click();
  await expect(queued).toBeHidden();
  await expect(answer(page).last()).toContainText("Hello!");
});
