import type { Approval } from "../../lib/approvals/schema.ts";
import { expect, expectAccessible, signIn, test } from "../support/fixtures.ts";
import { echoTool } from "../support/mcp/raw-upstream.ts";
import { addUpstream, readTool } from "../support/upstreams.ts";
import {
  addFile,
  approve,
  begin,
  button,
  call,
  composer,
  decidedCard,
  expectOver,
  pendingCard,
  pendingCards,
  reject,
  say,
} from "./chat-page.ts";

for (const colorScheme of ["light", "dark"] as const) {
  test.describe(`${colorScheme}`, () => {
    test.use({ colorScheme });

    test("the chat in each of its states has no violation", async ({ page, server }) => {
      await signIn(page, server);
      await expect(page.getByText("demo model")).toBeVisible();
      await expectAccessible(page);

      const file = addFile(server, "axe.txt");
      const calls = [
        call("read_file", { path: file }),
        call("delete_file", { path: file }),
        call("write_file", { path: `new-${file}`, content: "a\nb\n" }),
        call("fetch_url", { url: "https://example.com/" }),
        call("read_file", { path: "no-such-file.txt" }),
      ];
      await begin(page, server, calls.join("\n"));
      await expect(pendingCards(page)).toHaveCount(3);
      await say(page, "and then?");
      await expect(button(page, "Send now")).toBeVisible();
      await button(pendingCard(page, "fetch_url"), "Reject").click();
      await button(page, "Reject all").click();
      await expectAccessible(page);

      await button(page, "Cancel").first().click();
      await reject(pendingCard(page, "delete_file"), "no");
      await approve(pendingCard(page, "write_file"));
      await expect(decidedCard(page, "write_file", "approved")).toBeVisible();
      await expectAccessible(page);
      await button(page, "Stop").click();
      await expectOver(page);
      await button(page, "Details of read_file").first().click();
      await expectAccessible(page);
    });

    test("the other pages have none", async ({ page, server }) => {
      await page.goto(`${server.url}/sign-in`);
      await button(page, "Sign in").click();
      await expect(page.getByText("Paste the key first.")).toBeVisible();
      await expectAccessible(page);

      await signIn(page, server, "/settings/tools");
      await button(page, "Details of write_file").click();
      await expectAccessible(page);
      await page.getByRole("switch", { name: "Require approval for write_file" }).click();
      await expect(page.getByRole("dialog")).toBeVisible();
      await expectAccessible(page);
      await page.goto(`${server.url}/settings/model`);
      await expect(page.getByText("Answered in")).toBeVisible();
      await expectAccessible(page);

      await page.goto(`${server.url}/nowhere`);
      await expect(page.getByRole("heading", { name: "There is nothing at this address" })).toBeVisible();
      await expectAccessible(page);
      await page.goto(`${server.url}/c/${crypto.randomUUID()}`);
      await expect(page.getByText("There is no such conversation")).toBeVisible();
      await expectAccessible(page);
      await page.getByRole("link", { name: "Start a new chat" }).click();
      await button(page, "Workspace").click();
      await expect(page.getByRole("region", { name: "Workspace" })).toContainText("summary.md");
      await expect(composer(page)).toBeVisible();
      await expectAccessible(page);
    });

    test("what lies over the chat has none", async ({ page, server }) => {
      const title = `hello ${crypto.randomUUID().slice(0, 8)}`;
      await begin(page, server, title);
      await expectOver(page);
      await button(page, "All tools").click();
      await expect(page.getByRole("checkbox", { name: /^calculate/ })).toBeVisible();
      await expectAccessible(page);
      await button(page, "Close").click();

      const list = page.getByRole("navigation", { name: "Conversations" });
      await button(list, `Actions for ${title}`).click();
      await page.getByRole("menuitem", { name: "Rename" }).click();
      await expect(list.getByRole("textbox", { name: `New title for ${title}` })).toBeFocused();
      await expectAccessible(page);
      await page.keyboard.press("Escape");
      await button(list, `Actions for ${title}`).click();
      await page.getByRole("menuitem", { name: "Delete" }).click();
      await expect(page.getByRole("alertdialog", { name: "Delete this conversation?" })).toBeVisible();
      await expectAccessible(page);
    });

    test("what waits, waiting and decided, has none", async ({ page, server }) => {
      const file = addFile(server, "axe-inbox.txt");
      await begin(page, server, call("delete_file", { path: file }));
      await expect(pendingCard(page, "delete_file")).toBeVisible();
      const { items } = (await server.api.get<{ items: Approval[] }>("/approvals?status=pending")).body;
      const asked = items.find(({ prompt }) => prompt.includes(file));
      await page.goto(`${server.url}/approvals`);
      const card = page.getByRole("group").filter({ hasText: file });
      await expect(card).toBeVisible();
      await expectAccessible(page);
      await page.goto(`${server.url}/approvals/${asked?.id}`);
      await expect(button(card, "Approve")).toBeEnabled();
      await expectAccessible(page);
      await approve(card);
      await expect(card).toContainText("Done");
      await expectAccessible(page);
    });

    test("servers, secrets and clients have none", async ({ page, server }) => {
      const { api } = server;
      await api.put("/secrets/axe_key", { value: crypto.randomUUID() });
      await api.post("/servers", { name: `axe-${colorScheme}`, url: "https://127.0.0.1:9/mcp" });
      await signIn(page, server, "/settings/servers");
      await expect(page.getByRole("list", { name: "Servers" })).toContainText("Failed");
      await expectAccessible(page);
      await button(page, "Add server").click();
      await expect(page.getByRole("dialog", { name: "Add server" })).toBeVisible();
      await expectAccessible(page);
      await page.goto(`${server.url}/settings/secrets`);
      await expect(page.getByText("axe_key").first()).toBeVisible();
      await expectAccessible(page);
      await button(page, "Set a secret").click();
      const dialog = page.getByRole("dialog", { name: "Set a secret" });
      await button(dialog, "Set secret").click();
      await expect(dialog).toContainText("At least 4 characters.");
      await expectAccessible(page);
      await page.goto(`${server.url}/settings/clients`);
      await expect(page.getByRole("heading", { level: 2 }).first()).toBeVisible();
      await expectAccessible(page);
    });

    test("a server's drawer and the way back from its sign-in have none", async ({
      page,
      server,
      startUpstream,
    }) => {
      let description = "Says it again.";
      const upstream = await startUpstream({ tools: () => [{ ...echoTool, description }] });
      const { id, name } = await addUpstream(server, {
        name: `axe-drawer-${colorScheme}`,
        url: upstream.url,
        allowPrivateAddress: true,
      });
      description = "Says it to Eve.";
      await server.api.post(`/servers/${id}/reconnect`);
      await expect.poll(async () => (await readTool(server, `${name}__echo`)).review).toBe("changed");
      await signIn(page, server, "/settings/servers");
      const row = page.getByRole("list", { name: "Servers" }).getByRole("listitem").filter({ hasText: name });
      await button(row, "Tools and approval").click();
      await expect(page.getByRole("group", { name: `Changes of ${name}__echo` })).toBeVisible();
      await button(page, `Details of ${name}__echo`).click();
      await expectAccessible(page);
      await page.goto(`${server.url}/oauth/callback?error=access_denied`);
      await expect(page.getByText("The server said: access_denied")).toBeVisible();
      await expectAccessible(page);
    });

    test("the studio and the inspector have none", async ({ page, server }) => {
      const { api } = server;
      await api.patch("/tools/write_file", { exposed: true });
      const name = `axe_${colorScheme}_${crypto.randomUUID().slice(0, 8)}`;
      const inputSchema = { type: "object", properties: { n: { type: "number" } } };
      const code = "export default async ({ n }) => n * 2;";
      await api.post("/tools", { name, description: "Doubles a number", inputSchema, code });
      await signIn(page, server, "/settings/tools/new");
      await button(page, "Publish").click();
      await expect(page.getByText("1 to 64 letters, digits, underscores or hyphens.")).toBeVisible();
      await expectAccessible(page);
      await page.goto(`${server.url}/settings/tools/${name}`);
      await expect(page.getByText("Version 1 is in use.")).toBeVisible();
      await expectAccessible(page);

      await page.goto(`${server.url}/inspector`);
      await button(page, "write_file").click();
      await page.getByRole("textbox", { name: "path" }).fill("axe-inspected.txt");
      await page.getByRole("textbox", { name: "content" }).fill("one line");
      await button(page, "Call").click();
      const asked = page.getByRole("group", { name: "Elicitation" });
      await expect(asked).toBeVisible();
      await expectAccessible(page);
      await button(asked, "Decline").click();
      await expect(page.getByRole("region", { name: "Result" })).toContainText("Not run");
      await expectAccessible(page);
    });
  });
}
