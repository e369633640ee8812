import { expect, test } from "../support/fixtures.ts";
import {
  addFile,
  approve,
  begin,
  button,
  call,
  composer,
  decidedCard,
  pendingCard,
  say,
} from "./chat-page.ts";

test("offline, a banner explains, a click says “not sent”, and nothing shows as decided", async ({
  page,
  context,
  server,
}) => {
  await begin(page, server, call("delete_file", { path: addFile(server, "far.txt") }));
  const card = pendingCard(page, "delete_file");
  await expect(button(card, "Approve")).toBeEnabled();
  await context.setOffline(true);
  const banner = page.getByText("You are offline, or the server cannot be reached.");
  await expect(banner).toBeVisible();

  await approve(card);
  await expect(card.getByRole("alert")).toContainText("Not sent");
  await expect(button(card, "Approve")).toBeEnabled();
  await say(page, "what about this?");
  await expect(page.getByText("Not sent: the server cannot be reached.", { exact: true })).toBeVisible();
  await expect(composer(page)).toHaveValue("what about this?");

  await context.setOffline(false);
  await expect(banner).toBeHidden();
  await approve(card);
  await expect(decidedCard(page, "delete_file", "approved")).toContainText("Done");
  await expect(page.getByText("Not sent: the server cannot be reached. Nothing")).toBeHidden();
});

test("a decision whose answer was lost is not called “not sent”; what stands is shown", async ({
  page,
  context,
  server,
}) => {
  const id = await begin(page, server, call("delete_file", { path: addFile(server, "lost.txt") }));
  const card = pendingCard(page, "delete_file");
  await expect(button(card, "Approve")).toBeEnabled();
  await page.route("**/api/v1/approvals/*/decision", async (route) => {
    await route.fetch();
    await route.abort();
  });
  const reading = `**/api/v1/conversations/${id}`;
  await page.route(reading, (route) => route.abort());
  await approve(card);
  await expect(card.getByRole("alert")).toHaveText(
    "No answer came: the server may have taken this or not. What stands is shown as soon as the server is back.",
  );

  await page.unroute(reading);
  await context.setOffline(true);
  await context.setOffline(false);
  await expect(decidedCard(page, "delete_file", "approved")).toContainText("Done");
  await expect(page.getByText("No answer came")).toBeHidden();
});

test("a decision that never arrived can be made again, and its note goes when the server was read", async ({
  page,
  context,
  server,
}) => {
  const id = await begin(page, server, call("delete_file", { path: addFile(server, "never.txt") }));
  const card = pendingCard(page, "delete_file");
  await expect(button(card, "Approve")).toBeEnabled();
  const decision = "**/api/v1/approvals/*/decision";
  const reading = `**/api/v1/conversations/${id}`;
  for (const path of [decision, reading]) await page.route(path, (route) => route.abort());
  await approve(card);
  await expect(card.getByRole("alert")).toContainText("No answer came");
  for (const path of [decision, reading]) await page.unroute(path);
  await context.setOffline(true);
  await context.setOffline(false);
  await expect(card.getByRole("alert")).toBeHidden();
  await approve(card);
  await expect(decidedCard(page, "delete_file", "approved")).toContainText("Done");
});
