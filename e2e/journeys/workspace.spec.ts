import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, signIn, test } from "../support/fixtures.ts";
import { addFile, answer, approve, begin, button, call, expectOver, pendingCard } from "./chat-page.ts";

test("the workspace is visible, and a file that is dropped on the page is added", async ({
  page,
  server,
}) => {
  await signIn(page, server);
  await button(page, "Workspace").click();
  const panel = page.getByRole("region", { name: "Workspace" });
  await expect(panel).toContainText(server.workspace);
  await expect(panel.getByRole("listitem").filter({ hasText: "summary.md" })).toContainText(/\d+ B/);

  const name = `dropped-${crypto.randomUUID().slice(0, 8)}.txt`;
  const dataTransfer = await page.evaluateHandle((fileName) => {
    const transfer = new DataTransfer();
    transfer.items.add(new File(["from outside\n"], fileName, { type: "text/plain" }));
    return transfer;
  }, name);
  const place = page.getByRole("heading", { name: "What should the agent do?" });
  await place.dispatchEvent("dragover", { dataTransfer });
  await expect(page.getByText("Drop to add to the workspace")).toBeVisible();
  await place.dispatchEvent("drop", { dataTransfer });
  await expect(panel).toContainText(`Added ${name}`);
  await expect(panel.getByRole("listitem").filter({ hasText: name })).toBeVisible();
  expect(readFileSync(path.join(server.workspace, name), "utf8")).toBe("from outside\n");

  await place.dispatchEvent("drop", { dataTransfer });
  await expect(panel.getByRole("alert")).toContainText(name);
});

test("what a tool did shows in the panel, and a long output is folded after 20 lines", async ({
  page,
  server,
}) => {
  const lines = Array.from({ length: 30 }, (_, index) => `line ${index + 1} of it`);
  const file = addFile(server, "long.txt", `${lines.join("\n")}\n`);
  await begin(
    page,
    server,
    [call("read_file", { path: file }), call("delete_file", { path: file })].join("\n"),
  );
  await button(page, "Workspace").click();
  const panel = page.getByRole("region", { name: "Workspace" });
  await expect(panel).toContainText(file);

  await button(page, "Details of read_file").click();
  await expect(answer(page)).toContainText("line 20 of it");
  await expect(answer(page)).not.toContainText("line 21 of it");
  await page.getByRole("button", { name: /^Show all 3\d lines$/ }).click();
  await expect(answer(page)).toContainText("line 30 of it");

  await approve(pendingCard(page, "delete_file"));
  await expectOver(page);
  await expect(panel.getByRole("listitem").filter({ hasText: file })).toBeHidden();
});

test("a list that is only a part of the workspace says so", async ({ page, launch, database }) => {
  const server = await launch({ database });
  const folder = path.join(server.workspace, "many");
  mkdirSync(folder);
  for (let index = 0; index < 1_001; index += 1) writeFileSync(path.join(folder, `${index}.txt`), "");
  await signIn(page, server);
  await button(page, "Workspace").click();
  const panel = page.getByRole("region", { name: "Workspace" });
  await expect(panel).toContainText(/The first 1000 of 1\d{3} files\./);
});

test("a file that is dropped beside the page is not opened in its place", async ({ page, server }) => {
  await signIn(page, server);
  const sidebar = page.getByRole("navigation", { name: "Conversations" });
  const taken = await sidebar.evaluate((place) => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File(["x"], "x.txt"));
    const drag = (type: string) =>
      place.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }));
    return ["dragover", "drop"].map((type) => !drag(type));
  });
  expect(taken).toEqual([true, true]);
  await expect(page.getByText("Drop to add to the workspace")).toBeHidden();
});
