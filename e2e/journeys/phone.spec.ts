import type { Page } from "@playwright/test";
import { expect, expectAccessible, test } from "../support/fixtures.ts";
import {
  addFile,
  approve,
  begin,
  button,
  call,
  decidedCard,
  pendingCard,
  pendingCards,
  reject,
} from "./chat-page.ts";

test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });

async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const wide = await page.evaluate(() => {
    // What is cut off on purpose says so with an ellipsis; what is for screen readers only has no width.
    const cutsOff = (element: Element) => {
      const { overflowX, textOverflow, display } = getComputedStyle(element);
      const shortened = textOverflow === "ellipsis" || display === "flow-root";
      return overflowX === "hidden" && !shortened && element.clientWidth > 1;
    };
    const inside = [...document.querySelectorAll("main *")].filter(cutsOff);
    return [
      document.documentElement,
      ...document.querySelectorAll("main, main section, nav, dialog"),
      ...inside,
    ]
      .filter((element) => element.scrollWidth > element.clientWidth + 1)
      .map((element) => element.outerHTML.slice(0, 120));
  });
  expect(wide).toEqual([]);
}

test("at 360 px everything fits: a batch, its decisions, the sidebar, the workspace", async ({
  page,
  server,
}) => {
  const file = addFile(server, "a-name-that-is-long-enough-to-need-a-second-line-on-a-phone.txt");
  const content = `${"a_very_long_word_".repeat(12)}\n`;
  const calls = [
    call("delete_file", { path: file }),
    call("write_file", { path: `wide/${file}`, content }),
    call("fetch_url", { url: `https://example.com/${"path/".repeat(30)}` }),
  ];
  await begin(page, server, calls.join("\n"));
  await expect(pendingCards(page)).toHaveCount(3);
  await expectNoSidewaysScroll(page);
  await button(pendingCard(page, "fetch_url"), "Reject").tap();
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  await button(pendingCard(page, "fetch_url"), "Cancel").tap();
  await reject(pendingCard(page, "fetch_url"), "too far");
  await button(page, "Approve all (2)").tap();
  await expect(decidedCard(page, "write_file", "approved")).toContainText("Done");
  await page.reload();
  await expect(decidedCard(page, "write_file", "approved")).toBeVisible();
  await expectNoSidewaysScroll(page);

  await button(page, "Open sidebar").tap();
  await expect(page.getByRole("navigation", { name: "Conversations" })).toBeVisible();
  await expectNoSidewaysScroll(page);
  await button(page, "Close sidebar").tap();
  await expect(button(page, "Open sidebar")).toBeFocused();
  await button(page, "Workspace").tap();
  await expect(page.getByRole("region", { name: "Workspace" })).toContainText("summary.md");
  await expectNoSidewaysScroll(page);
});

test("the settings fit too", async ({ page, server }) => {
  await begin(page, server, "hello");
  await page.goto(`${server.url}/settings/tools`);
  await button(page, "Details of edit_file").tap();
  await expect(page.getByRole("textbox", { name: "Prompt for edit_file" })).toBeVisible();
  await expectNoSidewaysScroll(page);
  await page.getByRole("switch", { name: "Require approval for edit_file" }).tap();
  await expect(button(page, "Turn off approval")).toBeVisible();
  await expectNoSidewaysScroll(page);
  await button(page, "Cancel").tap();
  await page.goto(`${server.url}/settings/model`);
  await expect(page.getByText("Answered in")).toBeVisible();
  await expectNoSidewaysScroll(page);
});

test("the longest name fits, and what went wrong can be read to its end and copied", async ({
  page,
  server,
}) => {
  const name = `tool_${crypto.randomUUID().replaceAll("-", "")}`.padEnd(64, "_long");
  const lines = Array.from({ length: 12 }, (_, line) => `line ${line + 1} of what went wrong`);
  const created = await server.api.post("/tools", {
    name,
    description: "Fails",
    inputSchema: { type: "object" },
    code: `export default async () => { throw new Error(${JSON.stringify(lines.join("\n"))}); }`,
    approval: { mode: "required" },
  });
  expect(created.status).toBe(201);
  await begin(page, server, call(name, {}));
  await expect(pendingCard(page, name)).toBeVisible();
  await expectNoSidewaysScroll(page);
  await approve(pendingCard(page, name));
  const card = page.locator("[data-approval-card]").filter({ hasText: name });
  await expect(card).toContainText("Failed");
  await expect(button(card, "Copy what the agent was told")).toHaveCount(0);
  await button(card, `Details of ${name}`).tap();
  await expect(button(card, "Copy what the agent was told")).toBeVisible();
  await expect(card.getByText("line 12 of what went wrong").last()).toBeInViewport();
  await expectNoSidewaysScroll(page);
  await page.reload();
  await expect(decidedCard(page, name, "approved")).toContainText("Failed");
  await expectNoSidewaysScroll(page);
});
