import type { Locator, Page } from "@playwright/test";
import { expect, signIn, test } from "../support/fixtures.ts";
import {
  addFile,
  approve,
  begin,
  button,
  call,
  composer,
  decidedCard,
  expectOver,
  pendingCard,
  pendingCards,
  press,
  say,
} from "./chat-page.ts";

async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let presses = 0; presses < 60; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) break;
    await page.keyboard.press("Tab");
  }
  await expect(target).toBeFocused();
  // In the first half second no key decides either.
  await expect(target).toBeEnabled();
}

const announced = (page: Page): Locator => page.locator("[aria-live=polite]");

test("a batch decided by keyboard alone; focus goes to the next card's heading, never to Approve", async ({
  page,
  server,
}) => {
  const [first, second, third] = ["k1.txt", "k2.txt", "k3.txt"].map((name) => addFile(server, name));
  await signIn(page, server);
  await expect(composer(page)).toBeFocused();
  for (const file of [first, second, third]) {
    if (file !== first) await page.keyboard.press("Shift+Enter");
    await page.keyboard.type(call("delete_file", { path: file }));
  }
  await page.keyboard.press("Enter");
  await expect(pendingCards(page)).toHaveCount(3);
  await expect(composer(page)).toBeFocused();
  await expect(
    announced(page).filter({ hasText: /^Approval required: delete_file, High risk; .*\.$/ }),
  ).toHaveCount(1);

  const cardOf = (file: string | undefined) => page.getByRole("group").filter({ hasText: file ?? "" });
  await page
    .getByRole("region", { name: "Messages" })
    .getByText(first ?? "")
    .first()
    .click();
  await tabTo(page, button(cardOf(first), "Approve"));
  await page.keyboard.press("Enter");
  await expect(decidedCard(page, "delete_file", "approved")).toHaveCount(1);
  await expect(cardOf(second).getByRole("heading", { level: 2 })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(pendingCards(page)).toHaveCount(2);

  await tabTo(page, button(cardOf(second), "Reject"));
  await page.keyboard.press("Enter");
  const reason = cardOf(second).getByRole("textbox", { name: "Reason (optional)" });
  await expect(reason).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(button(cardOf(second), "Reject")).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(reason).toBeFocused();
  await page.keyboard.type("not this");
  await page.keyboard.press("Enter");
  await page.keyboard.type("one");
  await expect(pendingCards(page)).toHaveCount(2);
  await tabTo(page, button(cardOf(second), "Confirm reject"));
  await page.keyboard.press("Space");
  await expect(decidedCard(page, "delete_file", "rejected")).toContainText("not this one");
  await expect(cardOf(third).getByRole("heading", { level: 2 })).toBeFocused();

  await tabTo(page, button(cardOf(third), "Approve"));
  await page.keyboard.press("Space");
  await expectOver(page);
  await expect(cardOf(third).getByRole("heading", { level: 2 })).toBeFocused();
});

test("Enter in an IME composition neither sends nor decides, and no key in a text field does", async ({
  page,
  server,
}) => {
  await signIn(page, server);
  await composer(page).fill(`Delete ${addFile(server, "ime.txt")}`);
  await composer(page).press("Enter");
  await expect(pendingCard(page, "delete_file")).toBeVisible();
  await composer(page).focus();
  const input = await page.context().newCDPSession(page);
  await input.send("Input.imeSetComposition", { text: "yes", selectionStart: 3, selectionEnd: 3 });
  await page.keyboard.press("Enter");
  await expect(composer(page)).toHaveValue(/^yes/);
  await expect(pendingCard(page, "delete_file")).toBeVisible();

  await composer(page).fill("");
  for (const key of ["a", "y", "r", "Escape", "Control+Enter", "Alt+a"]) await page.keyboard.press(key);
  await expect(pendingCard(page, "delete_file")).toBeVisible();
});

test("no key decides in a field for a reason, a note or an answer", async ({ page, server }) => {
  const files = ["w1.txt", "w2.txt"].map((name) => addFile(server, name));
  const sent: string[] = [];
  page.on("request", (request) => {
    if (request.method() === "POST" && request.url().includes("/approvals/")) sent.push(request.url());
  });
  const expectUndecided = async (field: Locator) => {
    await field.fill("words");
    for (const key of ["Control+Enter", "Meta+Enter", "Alt+Enter", "Shift+Enter", "Enter"]) {
      await field.press(key);
    }
    await expect(field).toHaveValue(/^words\n+$/);
  };

  await begin(page, server, files.map((file) => call("delete_file", { path: file })).join("\n"));
  await expect(pendingCards(page)).toHaveCount(2);
  const card = pendingCards(page).first();
  await button(card, "Reject").click();
  await expectUndecided(card.getByRole("textbox", { name: "Reason (optional)" }));
  await button(card, "Cancel").click();
  await button(card, "Add a note").click();
  await expect(card.getByRole("textbox", { name: "Note for the agent" })).toHaveValue("");
  await expectUndecided(card.getByRole("textbox", { name: "Note for the agent" }));
  await button(card, "Cancel").click();
  await expect(button(card, "Add a note")).toBeFocused();
  await button(page, "Reject all").click();
  await expectUndecided(page.getByRole("textbox", { name: "Reason for all (optional)" }));
  await button(page, "Stop").click();
  await expectOver(page);

  await begin(page, server, call("ask_user", { questions: [{ question: "Which?", choices: ["Red"] }] }));
  const question = page.getByRole("group", { name: "Question for you", exact: true });
  await expectUndecided(question.getByRole("textbox", { name: "Your answer" }));
  await button(page, "Stop").click();
  expect(sent).toEqual([]);
});

test("“Approve with note” takes no click in its first half second, and only one after", async ({
  page,
  server,
}) => {
  await begin(page, server, call("delete_file", { path: addFile(server, "note.txt") }));
  const card = pendingCard(page, "delete_file");
  await button(card, "Add a note").evaluate(async (element: HTMLElement) => {
    const group = element.closest("fieldset");
    element.click();
    await Promise.resolve();
    const buttons = [...(group?.querySelectorAll("button") ?? [])];
    const approve = buttons.find((each) => each.textContent === "Approve with note");
    if (!approve) throw new Error("The note opened without its button.");
    approve.click();
  });
  const confirm = button(card, "Approve with note");
  await expect(confirm).toBeEnabled();
  let sent = 0;
  await page.route("**/api/v1/approvals/*/decision", async (route) => {
    sent += 1;
    await route.continue();
  });
  await confirm.dblclick();
  await expect(decidedCard(page, "delete_file", "approved")).toContainText("Done");
  expect(sent).toBe(1);
});

test("“Confirm reject all” takes no click in its first half second, also when its form opens again", async ({
  page,
  server,
}) => {
  const files = ["again-1.txt", "again-2.txt"].map((name) => addFile(server, name));
  await begin(page, server, files.map((file) => call("delete_file", { path: file })).join("\n"));
  await expect(pendingCards(page)).toHaveCount(2);
  await button(page, "Reject all").click();
  await expect(button(page, "Confirm reject all")).toBeEnabled();
  await page.locator("[data-batch-bar]").evaluate(async (bar) => {
    for (const name of ["Cancel", "Reject all", "Confirm reject all"]) {
      const buttons = [...bar.querySelectorAll("button")];
      const next = buttons.find(({ textContent }) => textContent === name);
      if (!next) throw new Error(`There is no button ${name}.`);
      next.click();
      await Promise.resolve();
    }
  });
  await expect(button(page, "Confirm reject all")).toBeEnabled();
  await expect(pendingCards(page)).toHaveCount(2);
  await press(button(page, "Confirm reject all"));
  await expect(decidedCard(page, "delete_file", "rejected")).toHaveCount(2);
});

test("a draft survives a reload, and each conversation has its own", async ({ page, server }) => {
  await signIn(page, server);
  await composer(page).fill("a thought\nin two lines");
  await page.reload();
  await expect(composer(page)).toHaveValue("a thought\nin two lines");
  await composer(page).fill("hello");
  await composer(page).press("Enter");
  await expectOver(page);
  await composer(page).fill("and another thing");
  await page.reload();
  await expect(composer(page)).toHaveValue("and another thing");
  await page.keyboard.press("Control+k");
  await expect(page.getByRole("heading", { name: "What should the agent do?" })).toBeVisible();
  await expect(composer(page)).toHaveValue("");
});

test("each card that appears is announced, also one that reads like the one before", async ({
  page,
  server,
}) => {
  const asks = (number: number) => call("write_file", { path: `told-${number}.txt`, content: "one line" });
  await signIn(page, server);
  await page.evaluate(() => {
    const heard: string[] = [];
    const listen = (records: MutationRecord[]) => {
      const regions = records.map(({ target }) =>
        (target instanceof Element ? target : target.parentElement)?.closest("[aria-live]"),
      );
      for (const region of new Set(regions)) {
        const words = region?.textContent ?? "";
        if (words.startsWith("Approval required")) heard.push(words);
      }
    };
    new MutationObserver(listen).observe(document, { subtree: true, childList: true, characterData: true });
    Object.assign(window, { heard });
  });
  const heard = () => page.evaluate(() => (window as unknown as { heard: string[] }).heard);
  await say(page, asks(1));
  await expect.poll(heard).toHaveLength(1);
  await approve(pendingCard(page, "write_file"));
  await expectOver(page);
  await say(page, asks(2));
  await expect(pendingCard(page, "write_file")).toBeVisible();
  await expect.poll(heard).toEqual(Array(2).fill("Approval required: write_file, Medium risk."));
});
