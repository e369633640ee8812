import { existsSync } from "node:fs";
import path from "node:path";
import type { Locator } from "@playwright/test";
import type { Approval } from "../../lib/approvals/schema.ts";
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
  pendingCards,
  press,
  reject,
  say,
} from "./chat-page.ts";

/** The batch's bar lies over what is scrolled under it. */
const expectUncovered = (heading: Locator) =>
  expect
    .poll(() =>
      heading.evaluate((element) => {
        const { left, top } = element.getBoundingClientRect();
        return element.contains(document.elementFromPoint(left + 1, top + 1));
      }),
    )
    .toBe(true);

const deletions = (files: string[]) => files.map((file) => call("delete_file", { path: file })).join("\n");

test("approve all decides exactly those that the bar counts", async ({ page, server }) => {
  const files = ["a.txt", "b.txt", "c.txt"].map((name) => addFile(server, name));
  await begin(page, server, deletions(files));
  await expect(pendingCards(page)).toHaveCount(3);
  await expect(page.getByText("0 of 3 decided")).toBeVisible();
  await press(button(page, "Approve all (3)"));
  await expect(decidedCard(page, "delete_file", "approved")).toHaveCount(3);
  await expect(page.getByText("3 of 3 decided")).toBeVisible();
  await expectOver(page);
  for (const file of files) expect(existsSync(path.join(server.workspace, file))).toBe(false);
});

test("reject all gives one reason to all", async ({ page, server }) => {
  const files = ["d.txt", "e.txt"].map((name) => addFile(server, name));
  await begin(page, server, deletions(files));
  await button(page, "Reject all").click();
  await page.getByRole("textbox", { name: "Reason for all (optional)" }).press("Escape");
  await expect(button(page, "Reject all")).toBeFocused();
  await button(page, "Reject all").click();
  await page.getByRole("textbox", { name: "Reason for all (optional)" }).fill("they are still needed");
  await press(button(page, "Confirm reject all"));
  await expect(decidedCard(page, "delete_file", "rejected")).toHaveCount(2);
  for (const each of await decidedCard(page, "delete_file", "rejected").all()) {
    await expect(each).toContainText("they are still needed");
  }
  await expectOver(page);
  for (const file of files) expect(existsSync(path.join(server.workspace, file))).toBe(true);
});

test("a mixed batch: what needs no approval has run, an approved one waits for the others", async ({
  page,
  server,
}) => {
  const [kept, gone, also] = ["kept.txt", "gone.txt", "also.txt"].map((name) => addFile(server, name));
  const calls = [
    call("calculate", { expression: "6 * 7" }),
    deletions([kept ?? "", gone ?? "", also ?? ""]),
    call("list_files", {}),
  ];
  await begin(page, server, calls.join("\n"));
  await expect(pendingCards(page)).toHaveCount(3);
  await expect(button(page, "Details of calculate")).toBeVisible();
  await button(page, "Details of calculate").click();
  await expect(page.getByText("42", { exact: true })).toBeVisible();

  const cardOf = (file: string) => pendingCards(page).filter({ hasText: file });
  await approve(cardOf(gone ?? ""));
  const waiting = decidedCard(page, "delete_file", "approved");
  await expect(waiting).toContainText("Approved, runs when the other 2 are decided");
  await expect(page.getByText("1 of 3 decided")).toBeVisible();
  await expect(button(page, "Approve all (2)")).toBeVisible();
  expect(existsSync(path.join(server.workspace, gone ?? ""))).toBe(true);

  await page.reload();
  await expect(waiting).toContainText("Approved, runs when the other 2 are decided");
  await reject(cardOf(kept ?? ""), "keep it");
  await expect(waiting).toContainText("Approved, runs when the other 1 is decided");
  await approve(cardOf(also ?? ""));
  await expect(waiting.filter({ hasText: "Done" })).toHaveCount(2);
  await expect(decidedCard(page, "delete_file", "rejected")).toContainText("keep it");
  await expectOver(page);
  expect(existsSync(path.join(server.workspace, kept ?? ""))).toBe(true);
  expect(existsSync(path.join(server.workspace, gone ?? ""))).toBe(false);

  await say(page, "thanks");
  await expect(page.getByText("You are welcome.")).toBeVisible();
});

test("among the approvals, too, an approved call says that it waits for the others of its step", async ({
  page,
  server,
}) => {
  const [gone, other] = [addFile(server, "inbox-a.txt"), addFile(server, "inbox-b.txt")];
  await begin(page, server, deletions([gone, other]));
  await expect(pendingCards(page)).toHaveCount(2);
  await page.goto(`${server.url}/approvals`);
  const cardOf = (file: string) => page.getByRole("group").filter({ hasText: file });
  const announced = page.locator("[aria-live=polite]");
  await expect(announced.filter({ hasText: /Approval required: / })).toHaveCount(1);
  await approve(cardOf(gone));
  await expect(cardOf(gone)).toContainText("Approved, runs when the other 1 is decided");
  await approve(cardOf(other));
  for (const file of [gone, other]) await expect(cardOf(file)).toContainText("Done");
  const { body } = await server.api.get<{ items: Approval[] }>("/approvals?status=approved&limit=2");
  expect(body.items).toMatchObject([
    { arguments: { path: gone }, decisions: [{ channel: "inbox" }] },
    { arguments: { path: other }, decisions: [{ channel: "inbox" }] },
  ]);
});

test("a double click approves one, and a card that comes under a resting pointer is not approved at once", async ({
  page,
  server,
}) => {
  const files = ["double.txt", "next.txt", "after.txt"].map((name) => addFile(server, name));
  await begin(page, server, deletions(files));
  await expect(pendingCards(page)).toHaveCount(3);
  const approveOf = (file: string | undefined) =>
    button(pendingCards(page).filter({ hasText: file ?? "" }), "Approve");
  await expect(approveOf(files[0])).toBeEnabled();
  await approveOf(files[0]).dblclick();
  await expect(decidedCard(page, "delete_file", "approved")).toHaveCount(1);
  await expect(pendingCards(page)).toHaveCount(2);

  const next = approveOf(files[1]);
  const after = approveOf(files[2]);
  await next.hover();
  await expect(next).toBeEnabled();
  const there = await after.elementHandle();
  await next.evaluate((here, there) => {
    const distance = (there?.getBoundingClientRect().top ?? 0) - here.getBoundingClientRect().top;
    here.closest("[data-message-scroller]")?.scrollBy({ top: distance, behavior: "instant" });
  }, there);
  await page.mouse.down();
  await page.mouse.up();
  await expect(after).toBeDisabled();
  await expect(after).toBeEnabled();
  await expect(pendingCards(page)).toHaveCount(2);
  await after.click();
  await expect(decidedCard(page, "delete_file", "approved")).toHaveCount(2);
});

test("what asks is read from its heading on, and the list follows the run again after the last decision", async ({
  page,
  server,
}) => {
  const files = ["1.txt", "2.txt", "3.txt", "4.txt"].map((name) => addFile(server, name));
  await begin(page, server, deletions(files));
  const headingOf = (card: Locator) => card.getByRole("heading", { level: 2 });
  for (const again of [false, true]) {
    if (again) await page.reload();
    await expect(pendingCards(page)).toHaveCount(4);
    await expect(page.getByText("0 of 4 decided")).toBeInViewport({ ratio: 1 });
    await expect(headingOf(pendingCards(page).first())).toBeInViewport({ ratio: 1 });
  }
  for (const left of [3, 2, 1, 0]) {
    await approve(pendingCards(page).first());
    await expect(pendingCards(page)).toHaveCount(left);
    if (left === 3) {
      await page.reload();
      await expectUncovered(headingOf(pendingCards(page).first()));
    }
    if (left > 0) await expect(headingOf(pendingCards(page).first())).toBeInViewport({ ratio: 1 });
    if (left > 1) await expect(button(page, `Approve all (${left})`)).toBeInViewport({ ratio: 1 });
  }
  await expectOver(page);
  await expect(button(page, "Jump to latest")).toBeHidden();
  await expect(answer(page).getByRole("paragraph").last()).toBeInViewport();
});

test("the page itself never scrolls, however much stands below what is seen", async ({
  page,
  launchWithScript,
}) => {
  const content = Array.from({ length: 30 }, (_, line) => `line ${line + 1}`).join("\n");
  const writes = [1, 2, 3].map((n) => ({ call: "write_file", with: { path: `${n}.txt`, content } }));
  const { server } = await launchWithScript([[{ say: "I will write three." }, ...writes]]);
  await begin(page, server, "Write three.");
  await expect(pendingCards(page)).toHaveCount(3);
  const heights = await page.evaluate(() => {
    document.querySelector("[data-message-scroller]")?.scrollTo(0, 0);
    return { page: document.documentElement.scrollHeight, window: window.innerHeight };
  });
  expect(heights.page).toBe(heights.window);
});
