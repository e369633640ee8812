import { expect, test } from "../support/fixtures.ts";
import {
  addFile,
  begin,
  button,
  call,
  composer,
  decidedCard,
  expectOver,
  pendingCard,
  pendingCards,
  say,
} from "./chat-page.ts";

test("“yes” approves the one that waits", async ({ page, server }) => {
  await begin(page, server, `Delete ${addFile(server, "yes.txt")}`);
  await expect(pendingCard(page, "delete_file")).toBeVisible();
  await composer(page).fill("Yes!");
  await expect(page.getByText("Enter approves the call that waits")).toBeVisible();
  await composer(page).press("Enter");
  await expect(decidedCard(page, "delete_file", "approved")).toContainText("Done");
  await expect(composer(page)).toHaveValue("");
  await expect(page.getByRole("article", { name: "You" })).toHaveCount(1);
});

test("“no, because …” rejects with the words after it", async ({ page, server }) => {
  await begin(page, server, `Delete ${addFile(server, "no.txt")}`);
  await expect(pendingCard(page, "delete_file")).toBeVisible();
  await say(page, "no, because it is the only copy");
  await expect(decidedCard(page, "delete_file", "rejected")).toContainText("because it is the only copy");
  await expectOver(page);
});

test("of several only “approve all” decides; “yes” and “not yet” are kept as the next message", async ({
  page,
  server,
}) => {
  const files = ["one.txt", "two.txt"].map((name) => addFile(server, name));
  await begin(page, server, files.map((file) => call("delete_file", { path: file })).join("\n"));
  await expect(pendingCards(page)).toHaveCount(2);
  const queued = page.getByRole("region", { name: "Queued message" });
  await say(page, "yes");
  await expect(queued).toContainText("yes");
  await say(page, "not yet");
  await expect(queued).toContainText("not yet");
  await expect(pendingCards(page)).toHaveCount(2);
  await button(queued, "Remove").click();
  await expect(queued).toBeHidden();

  await say(page, "approve all");
  await expect(decidedCard(page, "delete_file", "approved")).toHaveCount(2);
  await expectOver(page);
});
