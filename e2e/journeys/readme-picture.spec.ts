import path from "node:path";
import { expect, signIn, test } from "../support/fixtures.ts";
import { button, pendingCard, say } from "./chat-page.ts";

const picture = path.resolve(import.meta.dirname, "../../public/approval-card.png");

test.use({ viewport: { width: 1080, height: 1040 }, deviceScaleFactor: 2 });

test("the first suggestion asks before it changes a line, as the README shows it", async ({
  page,
  launch,
  database,
}) => {
  const server = await launch({ database });
  await signIn(page, server);
  await page.getByRole("button", { name: /Fix the total in summary\.md/ }).click();
  const card = pendingCard(page, "edit_file");
  await expect(card).toContainText("+Total: 13540");
  await expect(button(card, "Approve")).toBeEnabled();
  await expect(page).toHaveTitle("(1) Fix the total in summary.md · Countersign");
  await expect(button(page, "Jump to latest")).toBeHidden();
  await page.mouse.move(0, 0);
  // Only when asked for: a test run leaves the checkout as it was.
  if (process.env.COUNTERSIGN_SCREENSHOT) {
    await page.getByRole("main").screenshot({ path: picture, animations: "disabled" });
  }
  await say(page, "no, leave it");
  await expect(page.getByRole("group", { name: "edit_file: rejected" })).toBeVisible();
});
