import { expect, test } from "../support/fixtures.ts";
import { answer, begin, button, call, composer, expectOver, say } from "./chat-page.ts";

const questions = [
  { question: "Which colour?", choices: ["Red", "Blue"] },
  { question: "Who reads it?", choices: ["Ana", "Ben", "Cleo"], multiple: true },
  { question: "Anything else?" },
];

test("questions of the agent are answered after a reload, with choices and words", async ({
  page,
  server,
}) => {
  await begin(page, server, call("ask_user", { questions }));
  const card = page.getByRole("group", { name: "Question for you", exact: true });
  await expect(card).toBeVisible();
  await page.reload();
  await expect(button(card, "Answer")).toBeDisabled();
  await card.getByRole("radio", { name: "Blue" }).check();
  await card.getByRole("checkbox", { name: "Ana" }).check();
  await card.getByRole("checkbox", { name: "Cleo" }).check();
  const words = card.getByRole("textbox", { name: "Your answer" });
  await words.nth(1).fill("and Dan");
  await words.nth(2).fill("No");
  await button(card, "Answer").click();
  await expectOver(page);
  const answered = page.getByRole("group", { name: "Question: answered" });
  await expect(answered.getByRole("button")).toHaveCount(0);
  await expect(answer(page)).toContainText('["Ana", "Cleo", "and Dan"]');
  await page.reload();
  await expect(answered).toContainText("Ana, Cleo, and Dan");
  await expect(answered).toContainText("Answered by you");
});

test("words of one's own take the place of a single choice", async ({ page, server }) => {
  await begin(page, server, call("ask_user", { questions: questions.slice(0, 1) }));
  const card = page.getByRole("group", { name: "Question for you", exact: true });
  await card.getByRole("radio", { name: "Red" }).check();
  await card.getByRole("textbox", { name: "Your answer" }).fill("Green");
  await expect(card.getByRole("radio", { name: "Red" })).not.toBeChecked();
  await button(card, "Answer").click();
  await expect(answer(page)).toContainText('["Green"]');
});

test("a typed yes answers no question, and Skip declines it", async ({ page, server }) => {
  await begin(page, server, call("ask_user", { questions: questions.slice(0, 1) }));
  const card = page.getByRole("group", { name: "Question for you", exact: true });
  await expect(card).toBeVisible();
  await say(page, "yes");
  await expect(page.getByRole("region", { name: "Queued message" })).toContainText("yes");
  await expect(composer(page)).toHaveValue("");
  await expect(card).toBeVisible();
  await button(page, "Remove").click();
  await button(card, "Skip").click();
  await expect(page.getByRole("group", { name: "Question: skipped" })).toContainText("Skipped by you");
  await expectOver(page);
});
