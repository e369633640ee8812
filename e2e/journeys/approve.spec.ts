import { existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "../support/fixtures.ts";
import {
  addFile,
  answer,
  approve,
  begin,
  button,
  call,
  decidedCard,
  expectOver,
  pendingCard,
  press,
  reject,
  runStatus,
} from "./chat-page.ts";

test("a gated call shows all that it would do, waits, and runs when it is approved", async ({
  page,
  server,
}) => {
  const file = addFile(server, "total.md", "Sales: 40\nTotal: 41\n");
  await begin(page, server, call("edit_file", { path: file, oldText: "Total: 41", newText: "Total: 40" }));
  const card = pendingCard(page, "edit_file");
  await expect(card).toContainText("built-in");
  await expect(card).toContainText("Medium risk");
  await expect(card).toContainText(`Run 'edit_file' with arguments {"path":"${file}"`);
  await expect(card.getByText("-Total: 41")).toBeVisible();
  await expect(card.getByText("+Total: 40")).toBeVisible();
  await expect(card).toContainText("Why it asks");
  await expect(card.getByText(/^(24 h|23 h 59 min) left$/)).toHaveAttribute("title", /^Until .*20\d\d/);
  await expect(runStatus(page)).toHaveText("Waiting for you");
  await expect(page).toHaveTitle(/^\(\d+\) /);

  const height = (await card.boundingBox())?.height;
  await approve(card);
  const decided = decidedCard(page, "edit_file", "approved");
  await expect(decided).toContainText(/Approved by you, just now/);
  await expect(decided).toContainText("Done");
  await expect(decided.getByRole("button")).toHaveCount(0);
  expect((await decided.boundingBox())?.height).toBe(height);
  await expectOver(page);
  expect(readFileSync(path.join(server.workspace, file), "utf8")).toBe("Sales: 40\nTotal: 40\n");

  await page.reload();
  await expect(decided).toContainText(/Approved by you.*Done/);
  await expect(decided.getByRole("button")).toHaveCount(0);
});

test("a rejection with a reason reaches the model, which adapts and asks again", async ({ page, server }) => {
  const file = addFile(server, "plan.md");
  await begin(page, server, `Delete ${file}`);
  const card = pendingCard(page, "delete_file");
  await button(card, "Reject").click();
  const reason = card.getByRole("textbox", { name: "Reason (optional)" });
  await expect(reason).toBeFocused();
  await button(card, "Cancel").click();
  await expect(button(card, "Reject")).toBeFocused();

  await reject(card, "archive it instead");
  await expect(decidedCard(page, "delete_file", "rejected")).toContainText(/archive it instead/);
  await expect(decidedCard(page, "delete_file", "rejected")).toContainText("Not run");
  await expect(answer(page)).toContainText("archive it instead");
  const second = pendingCard(page, "move_file");
  await expect(second).toContainText(`archive/${file}`);
  expect(existsSync(path.join(server.workspace, file))).toBe(true);

  await approve(second);
  await expectOver(page);
  expect(existsSync(path.join(server.workspace, "archive", file))).toBe(true);
});

test("a note goes with an approval, and stands on the card", async ({ page, server }) => {
  const file = addFile(server, "old.txt");
  await begin(page, server, `Delete ${file}`);
  const card = pendingCard(page, "delete_file");
  await button(card, "Add a note").click();
  await card.getByRole("textbox", { name: "Note for the agent" }).fill("Only this one");
  await press(button(card, "Approve with note"));
  await expect(decidedCard(page, "delete_file", "approved")).toContainText("Only this one");
  await expectOver(page);
  await page.reload();
  await expect(decidedCard(page, "delete_file", "approved")).toContainText("Only this one");
});

test("a click within half a second of the card's appearance approves nothing", async ({ page, server }) => {
  const file = addFile(server, "quick.txt");
  await page.addInitScript(() => {
    new MutationObserver(() => {
      const approve = [...document.querySelectorAll("button")].find((each) => each.textContent === "Approve");
      if (!approve || document.documentElement.dataset.clicked) return;
      document.documentElement.dataset.clicked = "yes";
      approve.click();
      approve.click();
    }).observe(document, { subtree: true, childList: true });
  });
  await begin(page, server, `Delete ${file}`);
  const card = pendingCard(page, "delete_file");
  await expect(button(card, "Approve")).toBeEnabled();
  await expect(page.locator("html[data-clicked]")).toBeAttached();
  await expect(card).toBeVisible();
  expect(existsSync(path.join(server.workspace, file))).toBe(true);
  await approve(card);
  await expect(decidedCard(page, "delete_file", "approved")).toContainText("Done");
});

test("a file that changed since it was shown is left alone, and the card says so", async ({
  page,
  server,
}) => {
  const file = addFile(server, "moving.txt", "first\n");
  await begin(page, server, call("delete_file", { path: file }));
  await expect(pendingCard(page, "delete_file")).toBeVisible();
  writeFileSync(path.join(server.workspace, file), "second\n");
  await approve(pendingCard(page, "delete_file").first());
  const decided = decidedCard(page, "delete_file", "approved");
  await expect(decided).toContainText("Not run");
  await expect(decided).toContainText(/changed since it was shown/i);
  expect(existsSync(path.join(server.workspace, file))).toBe(true);
});
