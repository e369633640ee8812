import { existsSync } from "node:fs";
import path from "node:path";
import { expect, test } from "../support/fixtures.ts";
import {
  addFile,
  answer,
  begin,
  button,
  call,
  decidedCard,
  expectOver,
  pendingCard,
  say,
} from "./chat-page.ts";

test("stopped while it waits: cancelled, and not run", async ({ page, server }) => {
  const file = addFile(server, "spared.txt");
  await begin(page, server, call("delete_file", { path: file }));
  await expect(pendingCard(page, "delete_file")).toBeVisible();
  await button(page, "Stop").click();
  const card = decidedCard(page, "delete_file", "cancelled");
  await expect(card).toContainText("Not run");
  await expect(card.getByRole("button")).toHaveCount(0);
  await expectOver(page);
  await page.reload();
  await expect(card).toContainText("Not run");
  await expect(page.getByText("Stopped.")).toBeVisible();
  expect(existsSync(path.join(server.workspace, file))).toBe(true);
});

test("stopped while it writes: the answer so far is kept and marked, and the chat goes on", async ({
  page,
  launchWithScript,
}) => {
  const { server } = await launchWithScript([
    [{ say: "Once upon a time " }, { hold: new Promise(() => {}) }],
    [{ say: "As you wish." }],
  ]);
  await begin(page, server, "Tell me a story");
  await expect(answer(page)).toContainText("Once upon a time");
  await button(page, "Stop").click();
  await expect(page.getByText("The answer was stopped here.")).toBeVisible();
  await expectOver(page);
  await say(page, "Another one");
  await expect(answer(page).last()).toContainText("As you wish.");
  await expect(answer(page).first()).toContainText("Once upon a time");
});
