import { expect, test } from "../support/fixtures.ts";
import type { ProviderRequest } from "../support/scripted-provider.ts";
import { answer, begin, button, expectOver, say } from "./chat-page.ts";

const offered = (request: ProviderRequest | undefined): unknown[] =>
  (request?.body.tools ?? []).map((tool) => Object(Object(tool).function).name);

test("a conversation has the tools that are picked for it, whatever the model calls", async ({
  page,
  launchWithScript,
}) => {
  const { server, provider } = await launchWithScript([
    [{ say: "Hello." }],
    [{ call: "write_file", with: { path: "unpicked.txt", content: "" } }],
    [{ say: "Then not." }],
    [{ say: "At last." }],
  ]);
  await begin(page, server, "Hello?");
  await expect(answer(page)).toContainText("Hello.");
  await expectOver(page);

  await button(page, "All tools").click();
  const panel = page.getByRole("dialog", { name: "Tools of this conversation" });
  const calculate = panel.getByRole("checkbox", { name: /^calculate/ });
  await expect(calculate).toBeChecked();
  await button(panel, "None").click();
  await expect(calculate).not.toBeChecked();
  // One after the other, without waiting for the savings: none takes the other back.
  const current = panel.getByRole("checkbox", { name: /^current_time/ });
  await current.check();
  await calculate.check();
  await current.uncheck();
  await panel.getByRole("searchbox", { name: "Search tools" }).fill("calculate");
  await expect(panel.getByRole("checkbox")).toHaveCount(1);
  await expect(panel).toContainText("Saved");
  await button(panel, "Close").click();
  await page.reload();
  await expect(button(page, "1 tool")).toBeVisible();

  await say(page, "Write it.");
  await expect(answer(page).last()).toContainText("Not run");
  await expect(answer(page).last()).toContainText("Then not.");
  await expectOver(page);
  expect(offered(provider.requests[1])).toEqual(["calculate"]);

  await button(page, "1 tool").click();
  await button(panel, "All that are on").click();
  await expect(panel.getByRole("checkbox", { name: /^write_file/ })).toBeChecked();
  await expect(panel).toContainText("Saved");
  await page.keyboard.press("Escape");
  await expect(button(page, "All tools")).toBeFocused();
  await say(page, "And now?");
  await expect(answer(page).last()).toContainText("At last.");
  expect(offered(provider.requests[3])).toEqual(offered(provider.requests[0]));
});
