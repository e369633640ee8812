import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, type Locator, type Page } from "@playwright/test";
import { signIn } from "../support/fixtures.ts";
import type { Server } from "../support/server.ts";

/** What a person sees and does in the chat, by the names that the contract promises. */
export const composer = (page: Page): Locator => page.getByRole("textbox", { name: "Message" });
export const runStatus = (page: Page): Locator => page.getByRole("status", { name: "Run status" });
export const answer = (page: Page): Locator => page.getByRole("article", { name: "Agent" });
export const button = (place: Page | Locator, name: string): Locator =>
  place.getByRole("button", { name, exact: true });

export const pendingCards = (page: Page): Locator =>
  page.getByRole("group", { name: /^Approval required: / });
export const pendingCard = (page: Page, tool: string): Locator =>
  page.getByRole("group", { name: `Approval required: ${tool}`, exact: true });
export const decidedCard = (page: Page, tool: string, status: string): Locator =>
  page.getByRole("group", { name: `${tool}: ${status}`, exact: true });

export async function say(page: Page, text: string): Promise<void> {
  await composer(page).fill(text);
  await composer(page).press("Enter");
}

/** A new conversation that begins with this text; gives its id. */
export async function begin(page: Page, server: Server, text: string): Promise<string> {
  await signIn(page, server);
  await say(page, text);
  await page.waitForURL(/\/c\/[^/]+$/);
  return new URL(page.url()).pathname.split("/").at(-1) ?? "";
}

/** Goes to a button that decides before it clicks: one that comes to a resting pointer takes no click for half a second. */
export async function press(deciding: Locator): Promise<void> {
  await deciding.hover();
  await expect(deciding).toBeEnabled();
  await deciding.click();
}

export const approve = (card: Locator | Page): Promise<void> => press(button(card, "Approve"));

export async function reject(card: Locator, reason = ""): Promise<void> {
  await button(card, "Reject").click();
  if (reason) await card.getByRole("textbox", { name: "Reason (optional)" }).fill(reason);
  await press(button(card, "Confirm reject"));
  // Decided, the list goes on to the next card: a click in between would meet a button that has not settled.
  await expect(button(card, "Confirm reject")).toBeHidden();
}

export async function expectOver(page: Page): Promise<void> {
  await expect(button(page, "Stop")).toBeHidden();
  await expect(runStatus(page)).toBeEmpty();
}

/** A file for this test alone: the workspace is shared by all tests of a worker. */
export function addFile(server: Server, name: string, content = "one line\n"): string {
  const file = `${path.parse(name).name}-${crypto.randomUUID().slice(0, 8)}${path.extname(name)}`;
  mkdirSync(server.workspace, { recursive: true });
  writeFileSync(path.join(server.workspace, file), content);
  return file;
}

export const call = (tool: string, input: object): string => `call ${tool} ${JSON.stringify(input)}`;
