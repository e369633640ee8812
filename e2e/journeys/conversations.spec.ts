import { expect, signIn, test } from "../support/fixtures.ts";
import type { Server } from "../support/server.ts";
import { begin, button, composer, expectOver, pendingCard, say } from "./chat-page.ts";

test("titled by itself, renamed, found by a word in it, deleted", async ({ page, server }) => {
  const word = `heron${crypto.randomUUID().slice(0, 6)}`;
  await begin(page, server, `hello ${word}`);
  const list = page.getByRole("navigation", { name: "Conversations" });
  await expect(list.getByRole("link", { name: `hello ${word}` })).toHaveAttribute("aria-current", "page");
  await expectOver(page);

  await button(list, `Actions for hello ${word}`).click();
  await page.getByRole("menuitem", { name: "Rename" }).click();
  await expect(list.getByRole("textbox", { name: `New title for hello ${word}` })).toBeFocused();
  await page.keyboard.type(`Birds of ${word}`);
  await page.keyboard.press("Enter");
  await expect(list.getByRole("link", { name: `Birds of ${word}` })).toBeVisible();
  await expect(page).toHaveTitle(new RegExp(`Birds of ${word} · Countersign$`));
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(`Birds of ${word}`);

  const search = page.getByRole("searchbox", { name: "Search conversations" });
  await search.fill(`hello ${word}`);
  await expect(list.getByRole("link")).toHaveCount(1);
  await search.fill("no such words anywhere");
  await expect(list).toContainText("Nothing found for “no such words anywhere”.");
  await search.press("Escape");
  await expect(list.getByRole("link", { name: `Birds of ${word}` })).toBeVisible();

  await button(list, `Actions for Birds of ${word}`).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  const dialog = page.getByRole("alertdialog", { name: "Delete this conversation?" });
  await button(dialog, "Cancel").click();
  await expect(button(list, `Actions for Birds of ${word}`)).toBeFocused();
  await button(list, `Actions for Birds of ${word}`).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  await button(dialog, "Delete conversation").click();
  await expect(list.getByRole("link", { name: `Birds of ${word}` })).toBeHidden();
  await expect(page.getByRole("heading", { name: "What should the agent do?" })).toBeVisible();
});

async function talk(server: Server, turns: number): Promise<string> {
  const { body } = await server.api.post<{ id: string }>("/conversations", {});
  for (let turn = 1; turn <= turns; turn += 1) await sendByScript(server, body.id, `question ${turn}`);
  return body.id;
}

async function sendByScript(server: Server, id: string, text: string): Promise<void> {
  const { body } = await server.api.post<{ run: { id: string } }>(`/conversations/${id}/messages`, { text });
  for await (const event of server.api.readStream(`/runs/${body.run.id}/stream`)) {
    if (event.data === "[DONE]") return;
  }
}

test("a long one opens at its end and pages upward; the list follows only a reader who is at the end", async ({
  page,
  launchWithScript,
}) => {
  const { server } = await launchWithScript((_request, index) => [{ say: `answer ${index + 1}` }]);
  const id = await talk(server, 40);
  await signIn(page, server, `/c/${id}`);
  const messages = page.getByRole("region", { name: "Messages" });
  const asked = (turn: number) => messages.getByText(`question ${turn}`, { exact: true });
  await expect(asked(40)).toBeInViewport();
  await expect(asked(15)).toHaveCount(0);
  await expect(button(page, "Jump to latest")).toBeHidden();

  await messages.hover();
  await page.mouse.wheel(0, -20_000);
  await expect(asked(15)).toBeAttached();
  await expect(asked(16)).toBeInViewport();
  await asked(1).scrollIntoViewIfNeeded();
  await expect(asked(1)).toBeInViewport();
  await expect(button(page, "Show earlier messages")).toBeHidden();

  await sendByScript(server, id, "question 41");
  await expect(page.getByText("answer 41", { exact: true })).toBeAttached();
  await expect(asked(1)).toBeInViewport();
  await button(page, "Jump to latest").click();
  await expect(page.getByText("answer 41", { exact: true })).toBeInViewport();
  await sendByScript(server, id, "question 42");
  await expect(page.getByText("answer 42", { exact: true })).toBeInViewport();
});

test("one that waits is marked in the list and counted in the title, wherever the reader is", async ({
  page,
  launchWithScript,
}) => {
  const { server } = await launchWithScript((request) =>
    request.body.messages.at(-1)?.role === "tool"
      ? [{ say: "Done with it." }]
      : [{ call: "delete_file", with: { path: "notes.md" } }],
  );
  await begin(page, server, "Please delete my notes");
  await expect(pendingCard(page, "delete_file")).toBeVisible();
  await expect(page).toHaveTitle("(1) Please delete my notes · Countersign");
  await button(page, "New chat").click();
  await expect(page).toHaveTitle("(1) Countersign");
  const entry = page.getByRole("navigation", { name: "Conversations" }).getByRole("link");
  await expect(entry).toHaveAccessibleName("waiting for a decision Please delete my notes");
  await entry.click();
  // A word decides only about a card that is shown.
  await expect(pendingCard(page, "delete_file")).toBeVisible();
  await say(page, "no");
  await expectOver(page);
  await expect(page).toHaveTitle("Please delete my notes · Countersign");
  await expect(entry).toHaveAccessibleName("Please delete my notes");
  await expect(composer(page)).toHaveValue("");
});

const broken = {
  status: 500,
  contentType: "application/json",
  body: JSON.stringify({ error: { code: "internal", message: "It broke." } }),
};

test("earlier messages that cannot be loaded are asked for once, and again only by the button", async ({
  page,
  launchWithScript,
}) => {
  const { server } = await launchWithScript((_request, index) => [{ say: `answer ${index + 1}` }]);
  const id = await talk(server, 27);
  let asked = 0;
  const earlier = `**/api/v1/conversations/${id}?before=*`;
  await page.route(earlier, async (route) => {
    asked += 1;
    await route.fulfill(broken);
  });
  await signIn(page, server, `/c/${id}`);
  const messages = page.getByRole("region", { name: "Messages" });
  const question = (turn: number) => messages.getByText(`question ${turn}`, { exact: true });
  await expect(question(27)).toBeInViewport();
  await messages.evaluate((list) => list.scrollTo({ top: 0 }));
  await expect(messages.getByRole("alert")).toHaveText("It broke.");
  await expect(messages.getByRole("alert")).toBeInViewport();
  // Whatever would ask again by itself does so with the next frames.
  await page.evaluate(async () => {
    for (let frame = 0; frame < 10; frame += 1) await new Promise(requestAnimationFrame);
  });
  expect(asked).toBe(1);

  await page.unroute(earlier);
  await button(messages, "Show earlier messages").click();
  await expect(question(1)).toBeAttached();
  await expect(messages.getByRole("alert")).toBeHidden();
});

test("a conversation that cannot be read says so, offers to try again, and comes by itself", async ({
  page,
  server,
}) => {
  const id = await begin(page, server, "hello");
  await expectOver(page);
  const reading = `**/api/v1/conversations/${id}`;
  await page.route(reading, (route) => route.fulfill(broken));
  await page.reload();
  const alert = page.getByRole("alert").filter({ hasText: "It broke." });
  await expect(button(alert, "Try again")).toBeVisible();
  await page.unroute(reading);
  await expect(page.getByRole("article", { name: "Agent" })).toBeVisible();
  await expect(alert).toBeHidden();
});

test("who comes back to a conversation begun before sees it as it is, not as it began", async ({
  page,
  server,
}) => {
  const id = await begin(page, server, "hello");
  await expectOver(page);
  await page.getByRole("link", { name: "Settings" }).click();
  await expect(page.getByRole("heading", { name: "Tools", exact: true })).toBeVisible();
  const held = Promise.withResolvers<void>();
  await page.route(`**/api/v1/conversations/${id}`, async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.goBack();
  await expect(page.getByText("Loading the conversation")).toBeAttached();
  await expect(button(page, "Stop")).toBeHidden();
  await expect(composer(page)).not.toBeFocused();
  held.resolve();
  await expect(page.getByRole("article", { name: "Agent" })).toBeVisible();
});

test("the model that is shown is the one that answers, also after a message that was not sent", async ({
  page,
  launchWithScript,
}) => {
  const { server, provider } = await launchWithScript(() => [{ say: "Yes." }]);
  const models = {
    provider: "openai",
    host: "127.0.0.1",
    model: "scripted",
    available: ["other", "scripted"],
    error: null,
  };
  await page.route("**/api/v1/models", (route) => route.fulfill({ json: models }));
  await signIn(page, server);
  const model = page.getByRole("combobox", { name: "Model" });
  const sending = "**/api/v1/conversations/*/messages";
  await page.route(sending, (route) => route.fulfill(broken));
  await say(page, "Are you there?");
  await expect(page.getByText("It broke.")).toBeVisible();
  await page.unroute(sending);
  await model.selectOption("other");
  await composer(page).press("Enter");
  await expect(page.getByRole("article", { name: "Agent" })).toContainText("Yes.");
  expect(provider.requests.at(-1)?.body.model).toBe("other");
  await expect(model).toHaveValue("other");

  await page.route("**/api/v1/conversations/*", (route) =>
    route.request().method() === "PATCH" ? route.fulfill(broken) : route.continue(),
  );
  await model.selectOption("scripted");
  await expect(page.getByText("It broke.")).toBeVisible();
  await expect(model).toHaveValue("other");
});
