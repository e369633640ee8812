import { existsSync } from "node:fs";
import path from "node:path";
import type { BrowserContext, Page } from "@playwright/test";
import { expect, signIn, test } from "../support/fixtures.ts";
import type { Server } from "../support/server.ts";
import {
  addFile,
  approve,
  begin,
  button,
  call,
  decidedCard,
  expectOver,
  pendingCard,
  say,
} from "./chat-page.ts";

/** A new tab on a conversation of its own, which has heard that the events come. */
async function openTab(context: BrowserContext, server: Server, name: string): Promise<Page> {
  const { body } = await server.api.post<{ id: string }>("/conversations", { title: name });
  const tab = await context.newPage();
  await tab.goto(`${server.url}/c/${body.id}`);
  await expect(tab.getByRole("heading", { level: 1, name })).toBeVisible();
  return tab;
}

/** How many of these tabs hold a connection for events. */
function countConnections(context: BrowserContext): () => number {
  const open = new Set<object>();
  context.on("request", (request) => {
    if (new URL(request.url()).pathname === "/api/v1/events") open.add(request);
  });
  context.on("requestfailed", (request) => void open.delete(request));
  context.on("requestfinished", (request) => void open.delete(request));
  return () => open.size;
}

test("eight tabs are open, and the eighth loads, sends and approves", async ({ page, context, server }) => {
  const connections = countConnections(context);
  await signIn(page, server);
  for (let tab = 2; tab <= 7; tab += 1) await openTab(context, server, `Tab ${tab}`);
  const file = addFile(server, "eighth.txt");
  const eighth = await openTab(context, server, "Tab 8");
  await say(eighth, call("delete_file", { path: file }));
  await approve(pendingCard(eighth, "delete_file"));
  await expect(decidedCard(eighth, "delete_file", "approved")).toContainText("Done");
  await expectOver(eighth);
  expect(existsSync(path.join(server.workspace, file))).toBe(false);
  expect(connections()).toBe(1);
});

test("when the tab that hears for all is closed or frozen, the others go on hearing", async ({
  page,
  context,
  server,
}) => {
  const begun = async (tab: Page, name: string) => {
    const id = await begin(tab, server, call("delete_file", { path: addFile(server, name) }));
    await expect(pendingCard(tab, "delete_file")).toBeVisible();
    return id;
  };
  await begun(page, "first.txt");
  const second = await context.newPage();
  const id = await begun(second, "second.txt");
  const third = await context.newPage();
  await third.goto(`${server.url}/c/${id}`);
  await expect(button(third, "Approve")).toBeEnabled();

  await page.close();
  await approve(second);
  await expect(decidedCard(third, "delete_file", "approved")).toBeVisible();
  await expectOver(third);

  const lifecycle = await context.newCDPSession(second);
  await lifecycle.send("Page.setWebLifecycleState", { state: "frozen" });
  await server.api.post(`/conversations/${id}/messages`, {
    text: call("delete_file", { path: addFile(server, "third.txt") }),
  });
  await approve(pendingCard(third, "delete_file"));
  await expectOver(third);

  await lifecycle.send("Page.setWebLifecycleState", { state: "active" });
  await expect(decidedCard(second, "delete_file", "approved")).toHaveCount(2);
});
