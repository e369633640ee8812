import { existsSync } from "node:fs";
import path from "node:path";
import type { Page } from "@playwright/test";
import type { ConversationView } from "../../components/chat/message-types.ts";
import type { Approval } from "../../lib/approvals/schema.ts";
import { expect, signIn, test } from "../support/fixtures.ts";
import {
  addFile,
  answer,
  approve,
  begin,
  button,
  call,
  composer,
  decidedCard,
  expectOver,
  pendingCard,
  reject,
  runStatus,
} from "./chat-page.ts";

test("a pending card is there after a reload, with working buttons; a rejected one never asks again", async ({
  page,
  server,
}) => {
  const file = addFile(server, "later.txt");
  await begin(page, server, call("delete_file", { path: file }));
  await expect(pendingCard(page, "delete_file")).toBeVisible();
  await page.reload();
  await reject(pendingCard(page, "delete_file"), "not today");
  await expectOver(page);
  await page.reload();
  const line = decidedCard(page, "delete_file", "rejected");
  await expect(line).toContainText(/Rejected by you, just now.*Not run/);
  await expect(line).toContainText("not today");
  await expect(line.getByRole("button")).toHaveCount(0);
  await expect(line.getByRole("time")).toHaveAttribute("title", /20\d\d/);
  expect(existsSync(path.join(server.workspace, file))).toBe(true);
});

/** When the page had it, and how long the server and the page took meanwhile at most for the least they can be asked. */
const whenShown = (page: Page, name: string) =>
  page.evaluate(async (name) => {
    let slowest = 0;
    while (!document.querySelector(`[aria-label="${name}"]`) && performance.now() < 60_000) {
      const from = performance.now();
      await fetch("/readyz");
      slowest = Math.max(slowest, performance.now() - from);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    return { at: Date.now(), slowest };
  }, name);

test("a decision in one tab shows in the other within a second; of two, one wins and the other is told", async ({
  page,
  context,
  server,
}) => {
  const id = await begin(page, server, call("delete_file", { path: addFile(server, "two.txt") }));
  const other = await context.newPage();
  await other.goto(`${server.url}/c/${id}`);
  await expect(button(other, "Approve")).toBeEnabled();
  await button(pendingCard(page, "delete_file"), "Reject").click();

  const showing = whenShown(page, "delete_file: approved");
  await approve(other);
  await expect(decidedCard(other, "delete_file", "approved")).toBeVisible();
  await expect(decidedCard(page, "delete_file", "approved")).toBeVisible();
  const { at, slowest } = await showing;
  const { body } = await server.api.get<{ items: Approval[] }>(`/approvals?conversation=${id}`);
  // A machine that is busy with something else takes longer for each thing it does.
  expect(at - Date.parse(body.items[0]?.decisions[0]?.at ?? "")).toBeLessThan(1_000 + 5 * slowest);
  await expect(button(page, "Confirm reject")).toBeHidden();
});

test("a decision from before the first event could come is shown as soon as events do", async ({
  page,
  context,
  server,
}) => {
  const id = await begin(page, server, call("delete_file", { path: addFile(server, "gap.txt") }));
  await expect(pendingCard(page, "delete_file")).toBeVisible();
  const other = await context.newPage();
  const held = Promise.withResolvers<void>();
  await other.route("**/api/v1/events", async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.close();
  await other.goto(`${server.url}/c/${id}`);
  await expect(pendingCard(other, "delete_file")).toBeVisible();
  const conversation = () => server.api.get<ConversationView>(`/conversations/${id}`);
  const [approval] = (await conversation()).body.approvals;
  await server.api.post(`/approvals/${approval?.id}/decision`, {
    decision: "reject",
    argumentsDigest: approval?.argumentsDigest,
  });
  // Over, nothing more of it is told.
  await expect.poll(async () => (await conversation()).body.run?.state).toBe("completed");
  held.resolve();
  await expect(decidedCard(other, "delete_file", "rejected")).toBeVisible();
});

test("a decision that comes second is told which one stands", async ({ page, server }) => {
  await begin(page, server, call("delete_file", { path: addFile(server, "raced.txt") }));
  const card = pendingCard(page, "delete_file");
  await expect(button(card, "Approve")).toBeEnabled();
  await page.route("**/decision", async (route) => {
    const { argumentsDigest } = route.request().postDataJSON();
    const address = new URL(route.request().url()).pathname.replace("/api/v1", "");
    await server.api.post(address, { decision: "reject", reason: "first", argumentsDigest });
    await route.continue();
  });
  await approve(card);
  const decided = decidedCard(page, "delete_file", "rejected");
  await expect(decided).toContainText("Your approval came too late: it was already rejected.");
  await expect(decided).toContainText("first");
});

test("a run that works, is reloaded and goes on; one that failed keeps what came before", async ({
  page,
  launchWithScript,
}) => {
  let finish = () => {};
  const hold = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const { server, provider } = await launchWithScript([
    [{ say: "First I count " }, { hold }, { say: "to three." }],
    [{ call: "calculate", with: { expression: "1 + 2" } }],
    { status: 401, message: "wrong key" },
    [{ say: "It is three." }],
  ]);
  await begin(page, server, "Count");
  await expect(answer(page)).toContainText("First I count");
  await expect(runStatus(page)).toHaveText(/^Thinking, \d+ s$/);
  await page.reload();
  await expect(answer(page)).toContainText("First I count");
  await expect(button(page, "Stop")).toBeVisible();
  finish();
  await expect(answer(page)).toContainText("First I count to three.");
  await expectOver(page);

  await page.getByRole("textbox", { name: "Message" }).fill("And now?");
  await button(page, "Send").click();
  await expect(button(page, "Retry")).toBeVisible();
  await page.reload();
  await expect(page.getByText("The provider did not accept the key.")).toBeVisible();
  await expect(button(page, "Details of calculate")).toBeVisible();
  await button(page, "Retry").click();
  await expect(answer(page).last()).toContainText("It is three.");
  await expect(button(page, "Retry")).toBeHidden();
  await expect(composer(page)).toBeFocused();
  await expect(button(page, "Details of calculate")).toHaveCount(1);
  expect(provider.requests).toHaveLength(4);
});

test("pending, then killed and started again: the card is there, and its decision runs once", async ({
  page,
  launch,
  database,
}) => {
  const first = await launch({ database });
  const file = addFile(first, "killed.txt");
  const id = await begin(page, first, call("delete_file", { path: file }));
  await expect(pendingCard(page, "delete_file")).toBeVisible();
  await first.kill("SIGKILL");
  await expect(page.getByText("the server cannot be reached")).toBeVisible();

  const { dataDir, workspace } = first;
  const second = await launch({ database, dataDir, workspace });
  await signIn(page, second, `/c/${id}`);
  await approve(pendingCard(page, "delete_file"));
  await expect(decidedCard(page, "delete_file", "approved")).toContainText("Done");
  expect(existsSync(path.join(workspace, file))).toBe(false);
});
