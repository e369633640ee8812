import type { Page } from "@playwright/test";
import type { Approval } from "../../lib/approvals/schema.ts";
import { expect, expectAccessible, signIn, test } from "../support/fixtures.ts";
import { echoTool } from "../support/mcp/raw-upstream.ts";
import { addUpstream } from "../support/upstreams.ts";
import {
  addFile,
  approve,
  begin,
  button,
  call,
  decidedCard,
  expectOver,
  pendingCard,
  pendingCards,
  reject,
} from "./chat-page.ts";

test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });

/** Nothing scrolls sideways, and nothing is cut off that does not say so itself by an ellipsis. */
async function expectFits(page: Page): Promise<void> {
  const wide = await page.evaluate(() => {
    const places = "html, main, main section, nav, [role=dialog], [role=alertdialog]";
    const isCut = (element: Element) => {
      const { overflowX, textOverflow, webkitLineClamp, clipPath } = getComputedStyle(element);
      if (textOverflow === "ellipsis" || webkitLineClamp !== "none") return false;
      // What only a screen reader is told has no size.
      return (overflowX === "hidden" || overflowX === "clip") && clipPath === "none";
    };
    return [...document.querySelectorAll("*")]
      .filter((element) => element.scrollWidth > element.clientWidth + 1)
      .filter((element) => element.matches(places) || isCut(element))
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
  await expectFits(page);
  await button(pendingCard(page, "fetch_url"), "Reject").tap();
  await expectFits(page);
  await expectAccessible(page);
  await button(pendingCard(page, "fetch_url"), "Cancel").tap();
  await reject(pendingCard(page, "fetch_url"), "too far");
  await button(page, "Approve all (2)").tap();
  await expect(decidedCard(page, "write_file", "approved")).toContainText("Done");
  await page.reload();
  await expect(decidedCard(page, "write_file", "approved")).toBeVisible();
  await expectFits(page);

  await button(page, "Open sidebar").tap();
  await expect(page.getByRole("navigation", { name: "Conversations" })).toBeVisible();
  await expectFits(page);
  await button(page, "Close sidebar").tap();
  await expect(button(page, "Open sidebar")).toBeFocused();
  await button(page, "Workspace").tap();
  await expect(page.getByRole("region", { name: "Workspace" })).toContainText("summary.md");
  await expectFits(page);
});

test("what waits fits, and what is picked for a conversation", async ({ page, server }) => {
  const url = `https://example.com/${"path/".repeat(30)}`;
  await begin(page, server, call("fetch_url", { url }));
  await expect(pendingCard(page, "fetch_url")).toBeVisible();
  await button(page, "All tools").tap();
  await expect(page.getByRole("checkbox", { name: /^calculate/ })).toBeVisible();
  await expectFits(page);
  const { items } = (await server.api.get<{ items: Approval[] }>("/approvals?status=pending")).body;
  await page.goto(`${server.url}/approvals`);
  await expect(pendingCard(page, "fetch_url").first()).toBeVisible();
  await expectFits(page);
  await page.goto(`${server.url}/approvals/${items[0]?.id}`);
  const reject = button(page, "Reject").first();
  await reject.tap();
  await expectFits(page);
});

test("servers, secrets and clients fit", async ({ page, server, startUpstream }) => {
  const upstream = await startUpstream({
    tools: () => [{ ...echoTool, description: "long_word_".repeat(20), annotations: { readOnlyHint: true } }],
  });
  const { name } = await addUpstream(server, {
    name: "a-name-as-long-as-a-name-may-be",
    url: `${upstream.url}?${"query=long&".repeat(10)}`,
    allowPrivateAddress: true,
  });
  await signIn(page, server, "/settings/servers");
  const row = page.getByRole("list", { name: "Servers" }).getByRole("listitem").filter({ hasText: name });
  await expect(row.getByRole("status")).toHaveText("Ready");
  await expectFits(page);
  await button(row, "Tools and approval").tap();
  await button(page, `Details of ${name}__echo`).tap();
  await expectFits(page);
  await button(page, "Close").tap();
  await button(page, "Add server").tap();
  await expect(page.getByRole("dialog", { name: "Add server" })).toBeVisible();
  await expectFits(page);

  const secret = "A_SECRET_WITH_A_NAME_THAT_IS_AS_LONG_AS_ANY_NAME_OF_ONE_MAY_BE_0";
  await server.api.put(`/secrets/${secret}`, { value: crypto.randomUUID() });
  await page.goto(`${server.url}/settings/secrets`);
  await expect(page.getByText(secret)).toBeVisible();
  await expectFits(page);
  await button(page, "Set a secret").tap();
  await expect(page.getByRole("dialog", { name: "Set a secret" })).toBeVisible();
  await expectFits(page);
  await page.goto(`${server.url}/settings/clients`);
  await expect(page.getByRole("heading", { level: 2 }).first()).toBeVisible();
  await expectFits(page);
  await page.goto(`${server.url}/oauth/callback?error=access_denied`);
  await expect(page.getByText("The server said: access_denied")).toBeVisible();
  await expectFits(page);
});

test("the studio and the inspector fit", async ({ page, server }) => {
  await server.api.patch("/tools/write_file", { exposed: true });
  await signIn(page, server, "/settings/tools/new");
  await button(page, "Publish").tap();
  await expect(page.getByText("1 to 64 letters, digits, underscores or hyphens.")).toBeVisible();
  await expectFits(page);
  await page.goto(`${server.url}/inspector`);
  await button(page, "write_file").tap();
  await page.getByRole("textbox", { name: "path" }).fill(`${"a-long-name-".repeat(12)}.txt`);
  await page.getByRole("textbox", { name: "content" }).fill("one line");
  await button(page, "Call").tap();
  const asked = page.getByRole("group", { name: "Elicitation" });
  await expect(asked).toBeVisible();
  await expectFits(page);
  await button(asked, "Decline").tap();
  await expect(page.getByRole("region", { name: "Result" })).toContainText("Not run");
  await expectFits(page);
});

test("the settings fit too", async ({ page, server }) => {
  await begin(page, server, "hello");
  await page.goto(`${server.url}/settings/tools`);
  await button(page, "Details of edit_file").tap();
  await expect(page.getByRole("textbox", { name: "Prompt for edit_file" })).toBeVisible();
  await expectFits(page);
  await page.getByRole("switch", { name: "Require approval for edit_file" }).tap();
  await expect(button(page, "Turn off approval")).toBeVisible();
  await expectFits(page);
  await button(page, "Cancel").tap();
  await page.goto(`${server.url}/settings/model`);
  await expect(page.getByText("Answered in")).toBeVisible();
  await expectFits(page);
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
  await expectFits(page);
  await approve(pendingCard(page, name));
  const card = page.locator("[data-approval-card]").filter({ hasText: name });
  await expect(card).toContainText("Failed");
  await expectOver(page);
  await expect(button(card, "Copy what the agent was told")).toHaveCount(0);
  await button(card, `Details of ${name}`).tap();
  await expect(button(card, "Copy what the agent was told")).toBeVisible();
  const told = card.getByText("line 12 of what went wrong").last();
  await told.scrollIntoViewIfNeeded();
  await expect(told).toBeInViewport({ ratio: 1 });
  await expectFits(page);
  await page.reload();
  await expect(decidedCard(page, name, "approved")).toContainText("Failed");
  await expectFits(page);
});
