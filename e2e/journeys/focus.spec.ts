import { expect, signIn, test } from "../support/fixtures.ts";
import { addFile, begin, button, call, composer, expectOver, pendingCard, say } from "./chat-page.ts";

test("what goes away or takes no click for a moment does not lose the focus", async ({ page, server }) => {
  await begin(page, server, call("delete_file", { path: addFile(server, "focus.txt") }));
  await expect(pendingCard(page, "delete_file")).toBeVisible();
  await composer(page).fill("later");
  await button(page, "Send").focus();
  await page.keyboard.press("Enter");
  const queued = page.getByRole("region", { name: "Queued message" });
  await expect(queued).toContainText("later");
  await expect(button(page, "Send")).toBeDisabled();
  await expect(button(page, "Send")).toBeFocused();

  await button(queued, "Remove").focus();
  await page.keyboard.press("Enter");
  await expect(queued).toBeHidden();
  await expect(composer(page)).toBeFocused();

  await button(page, "Stop").focus();
  await page.keyboard.press("Enter");
  await expectOver(page);
  await expect(composer(page)).toBeFocused();
});

test("a card that was decided elsewhere while someone wrote in it hands the focus to its heading", async ({
  page,
  server,
}) => {
  const decide = (id: string, decision: object) =>
    server.api.post<unknown>(`/approvals/${id}/decision`, decision);
  const pendingOf = async (conversation: string) => {
    const query = `status=pending&conversation=${conversation}`;
    return (await server.api.get<{ items: { id: string }[] }>(`/approvals?${query}`)).body.items[0]?.id ?? "";
  };
  const id = await begin(page, server, call("delete_file", { path: addFile(server, "elsewhere.txt") }));
  await button(pendingCard(page, "delete_file"), "Reject").click();
  await expect(page.getByRole("textbox", { name: "Reason (optional)" })).toBeFocused();
  expect((await decide(await pendingOf(id), { decision: "approve" })).status).toBe(200);
  await expect(page.getByRole("heading", { name: "Approved delete_file" })).toBeFocused();
  await expectOver(page);

  await say(page, call("ask_user", { questions: [{ question: "Which one?" }] }));
  const question = page.getByRole("group", { name: "Question for you" });
  await question.getByRole("textbox", { name: "Your answer" }).fill("this");
  const answered = await decide(await pendingOf(id), { decision: "answer", answers: [["that"]] });
  expect(answered.status).toBe(200);
  await expect(page.getByRole("heading", { name: "Question answered" })).toBeFocused();
  await expect(page.getByRole("group", { name: "Question: answered" })).toContainText(
    "Answered by Owner over the API",
  );
});

test("a switch keeps the focus while it saves, also after the question about it", async ({
  page,
  server,
}) => {
  await signIn(page, server, "/settings/tools");
  const required = page.getByRole("switch", { name: "Require approval for move_file" });
  await required.focus();
  await page.keyboard.press("Space");
  await button(page, "Turn off approval").click();
  await expect(required).not.toBeChecked();
  await expect(required).toBeEnabled();
  await expect(required).toBeFocused();
  await page.keyboard.press("Space");
  await expect(required).toBeChecked();
  await expect(required).toBeFocused();
});

test("choosing all tools or none keeps the focus on the button that is chosen then", async ({
  page,
  server,
}) => {
  await begin(page, server, "hello");
  await expectOver(page);
  await page.getByTitle("Choose the tools of this conversation").click();
  for (const name of ["None", "All that are on"]) {
    await button(page, name).focus();
    await page.keyboard.press("Enter");
    await expect(button(page, name)).toBeDisabled();
    await expect(button(page, name)).toBeFocused();
  }
});

test("renamed, a conversation keeps the focus; deleted, it hands it to the next", async ({
  page,
  server,
}) => {
  const word = crypto.randomUUID().slice(0, 8);
  for (const place of ["last", "middle", "first"]) {
    await server.api.post("/conversations", { title: `${place} ${word}` });
  }
  await signIn(page, server);
  const list = page.getByRole("navigation", { name: "Conversations" });
  const link = (place: string) => list.getByRole("link", { name: `${place} ${word}` });
  const open = async (place: string, action: string) => {
    await button(list, `Actions for ${place} ${word}`).focus();
    await page.keyboard.press("Enter");
    await page.getByRole("menuitem", { name: action }).click();
  };
  await open("middle", "Rename");
  await expect(list.getByRole("textbox", { name: `New title for middle ${word}` })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(link("middle")).toBeFocused();
  await open("middle", "Rename");
  await list.getByRole("textbox", { name: `New title for middle ${word}` }).fill(`second ${word}`);
  await page.keyboard.press("Enter");
  await expect(link("second")).toBeFocused();

  await open("first", "Delete");
  await button(page, "Delete conversation").click();
  await expect(link("first")).toBeHidden();
  await expect(link("second")).toBeFocused();
});
