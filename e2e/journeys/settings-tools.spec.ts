import { isDeepStrictEqual } from "node:util";
import type { Request } from "@playwright/test";
import type { ToolView } from "../../lib/tools/schema.ts";
import { expect, signIn, test } from "../support/fixtures.ts";
import { addFile, answer, begin, button, call, expectOver, pendingCard, reject } from "./chat-page.ts";

test("turning a gate off asks to confirm, and the next call runs at once; turned on, it asks again", async ({
  page,
  server,
}) => {
  await signIn(page, server, "/settings/tools");
  const gate = page.getByRole("switch", { name: "Require approval for move_file" });
  await gate.click();
  const dialog = page.getByRole("dialog", { name: "Reduce human oversight?" });
  await expect(dialog).toContainText("move_file");
  await button(dialog, "Cancel").click();
  await expect(dialog).toBeHidden();
  await expect(gate).toBeChecked();
  await expect(gate).toBeFocused();
  await gate.click();
  await button(dialog, "Turn off approval").click();
  await expect(gate).not.toBeChecked();
  await expect(page.getByText("Saved")).toBeVisible();

  const file = addFile(server, "free.txt");
  await begin(page, server, call("move_file", { source: file, destination: `free/${file}` }));
  await expectOver(page);
  await expect(answer(page)).toContainText("Done");
  await expect(pendingCard(page, "move_file")).toBeHidden();

  await page.goto(`${server.url}/settings/tools`);
  await gate.click();
  await expect(gate).toBeChecked();
  await expect(page.getByText("Saved")).toBeVisible();
  await begin(page, server, call("move_file", { source: `free/${file}`, destination: file }));
  await expect(pendingCard(page, "move_file")).toBeVisible();
});

test("a prompt of one's own is previewed as it is typed, saved by itself, and asked", async ({
  page,
  server,
}) => {
  await signIn(page, server, "/settings/tools");
  const row = page.getByRole("row").filter({ hasText: "fetch_url" });
  await button(row, "Details of fetch_url").click();
  const prompt = row.getByRole("textbox", { name: "Prompt for fetch_url" });
  await prompt.fill("Shall I read {args.url}, please?");
  await expect(row.getByText('Shall I read "https://example.com/page", please?')).toBeVisible();
  await row.getByRole("spinbutton", { name: "Timeout for fetch_url" }).fill("3600");
  await expect(row.getByText("1 hour; unanswered by then, it is not run")).toBeVisible();
  const kept = () => server.api.get<{ approval: { timeoutSeconds: number } }>("/tools/fetch_url");
  await expect.poll(async () => (await kept()).body.approval.timeoutSeconds).toBe(3600);
  await page.reload();
  await button(row, "Details of fetch_url").click();
  await expect(prompt).toHaveValue("Shall I read {args.url}, please?");
  await expect(row.getByRole("spinbutton", { name: "Timeout for fetch_url" })).toHaveValue("3600");

  await begin(page, server, call("fetch_url", { url: "https://example.com/a?b=c" }));
  const card = pendingCard(page, "fetch_url");
  await expect(card).toContainText('Shall I read "https://example.com/a?b=c", please?');
  await expect(card.getByText(/^(1 h|59 min \d+ s) left$/)).toBeVisible();
  await button(page, "Stop").click();

  await page.goto(`${server.url}/settings/tools`);
  await button(row, "Details of fetch_url").click();
  await button(row, "Reset to defaults").click();
  await expect(prompt).toHaveValue("Run '{toolName}' with arguments {args}?");
  await prompt.fill("");
  await expect(row.getByText("A prompt cannot be empty.")).toBeVisible();
  await button(row, "Reset to defaults").click();
  await expect(prompt).toHaveValue("Run '{toolName}' with arguments {args}?");
});

test("a tool that only asks questions says that it always asks, and has nothing to turn off", async ({
  page,
  server,
}) => {
  await signIn(page, server, "/settings/tools");
  const row = page.getByRole("row").filter({ hasText: "ask_user" });
  await button(row, "Details of ask_user").click();
  await expect(row.getByText("Always asks you", { exact: true })).toBeVisible();
  await expect(row.getByRole("switch")).toHaveCount(1);
  await expect(row.getByRole("switch", { name: "Offer ask_user to the agent" })).toBeVisible();
  await expect(row.getByRole("spinbutton", { name: "Timeout for ask_user" })).toBeVisible();
  await expect(row.getByRole("textbox", { name: "Prompt for ask_user" })).toBeHidden();
});

test("what is typed while a saving is under way stays, and is saved next", async ({ page, server }) => {
  await signIn(page, server, "/settings/tools");
  const row = page.getByRole("row").filter({ hasText: "write_file" });
  await button(row, "Details of write_file").click();
  const prompt = row.getByRole("textbox", { name: "Prompt for write_file" });
  const timeout = row.getByRole("spinbutton", { name: "Timeout for write_file" });
  const says = (request: Request, patch: object) =>
    request.method() === "PATCH" && isDeepStrictEqual(request.postDataJSON(), patch);
  for (const [field, first, more, patchOf] of [
    [prompt, "Write", " it?", (text: string) => ({ approval: { prompt: text } })],
    [timeout, "36", "00", (text: string) => ({ approval: { timeoutSeconds: Number(text) } })],
  ] as const) {
    const held = Promise.withResolvers<void>();
    const answered = page.waitForResponse((response) => says(response.request(), patchOf(first)));
    const next = page.waitForResponse((response) => says(response.request(), patchOf(first + more)));
    await page.route(
      "**/api/v1/tools/write_file",
      async (route) => {
        const response = await route.fetch();
        await held.promise;
        await route.fulfill({ response });
      },
      { times: 1 },
    );
    const sent = page.waitForRequest((request) => says(request, patchOf(first)));
    await field.fill(first);
    await sent;
    await field.press("End");
    await field.pressSequentially(more);
    held.resolve();
    await answered;
    await expect(field).toHaveValue(first + more);
    await next;
  }
  const kept = () => server.api.get<ToolView>("/tools/write_file");
  await expect
    .poll(async () => (await kept()).body.approval)
    .toMatchObject({
      prompt: "Write it?",
      timeoutSeconds: 3600,
    });
  await expect(prompt).toHaveValue("Write it?");
  await expect(timeout).toHaveValue("3600");
  await server.api.patch("/tools/write_file", { approval: { prompt: null, timeoutSeconds: null } });
});

test("a reader's clock that is wrong by minutes takes no time from an approval", async ({ page, server }) => {
  await server.api.patch("/tools/fetch_url", { approval: { timeoutSeconds: 600 } });
  await page.addInitScript(() => {
    const read = Date.now.bind(Date);
    Date.now = () => read() + 120_000;
  });
  try {
    await begin(page, server, call("fetch_url", { url: "https://example.com/" }));
    const card = pendingCard(page, "fetch_url");
    await expect(card.getByText(/^(10 min 0|9 min \d+) s left$/)).toBeVisible();
    await expect(button(card, "Approve")).toBeEnabled();
    await reject(card);
    await expectOver(page);
  } finally {
    await server.api.patch("/tools/fetch_url", { approval: { timeoutSeconds: null } });
  }
});

test("a card whose time is up says so, is not run, and the model goes on", async ({ page, server }) => {
  await server.api.patch("/tools/fetch_url", { approval: { timeoutSeconds: 15 } });
  try {
    await begin(page, server, call("fetch_url", { url: "https://example.com/" }));
    await expect(pendingCard(page, "fetch_url")).toContainText(/\d s left/);
    const expired = page.getByRole("group", { name: "fetch_url: expired" });
    await expect(expired).toContainText("Not run", { timeout: 30_000 });
    await expect(expired.getByRole("button")).toHaveCount(0);
    await expectOver(page);
    await page.reload();
    await expect(expired).toContainText(/Expired.*Not run/);
  } finally {
    await server.api.patch("/tools/fetch_url", { approval: { timeoutSeconds: null } });
  }
});
