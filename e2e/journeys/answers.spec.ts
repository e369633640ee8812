import { expect, signIn, test } from "../support/fixtures.ts";
import { answer, begin, button, expectOver, pendingCard, reject, runStatus } from "./chat-page.ts";

const text = `<think>First the table, then the code.</think>## A report

A <b>tag</b> and <img src="https://images.example.com/hidden.png"> are text.

\`\`\`ts
const total = 42;
\`\`\`

| quarter | north | south | online | comment |
| --- | --- | --- | --- | --- |
| 2025-q1 | ${"1210 ".repeat(12)}| ${"990 ".repeat(12)}| ${"940 ".repeat(12)}| ${"word ".repeat(20)}|

![a chart](https://images.example.com/chart.png)
`;

test("an answer is markdown without markup of its own; reasoning is folded; no picture loads by itself", async ({
  page,
  context,
  launchWithScript,
}) => {
  const { server } = await launchWithScript([[{ say: text }]]);
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const loaded: string[] = [];
  const picture = '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"></svg>';
  await page.route("https://images.example.com/**", async (route) => {
    loaded.push(route.request().url());
    await route.fulfill({ contentType: "image/svg+xml", body: picture });
  });
  await begin(page, server, "Report, please");
  await expect(answer(page).getByRole("heading", { name: "A report" })).toBeVisible();
  await expect(answer(page).getByText("A <b>tag</b> and <img src=")).toBeVisible();

  const reasoning = page.getByText("First the table, then the code.");
  await expect(reasoning).toBeHidden();
  await page.getByText("Reasoning", { exact: true }).click();
  await expect(reasoning).toBeVisible();

  const colourOf = (word: string) =>
    answer(page)
      .getByText(word, { exact: true })
      .evaluate((element) => getComputedStyle(element).color);
  expect(await colourOf("const")).not.toBe(await colourOf("42"));
  await button(page, "Copy code").click();
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe("const total = 42;");
  await button(answer(page), "Copy message").click();
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toContain("## A report");

  const table = page.getByRole("region", { name: "Table" });
  expect(await table.evaluate((element) => element.scrollWidth > element.clientWidth)).toBe(true);

  expect(loaded).toEqual([]);
  await button(page, "Load image from images.example.com").click();
  await expect(page.getByRole("img", { name: "a chart" })).toBeVisible();
  expect(loaded).toEqual(["https://images.example.com/chart.png"]);
});

test("what was said until a call asks can be copied while it waits", async ({
  page,
  context,
  launchWithScript,
}) => {
  const { server } = await launchWithScript([
    [{ say: "First the copies go." }, { call: "delete_file", with: { path: "notes.md" } }],
    [{ say: "They are gone." }],
  ]);
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await begin(page, server, "Clean up");
  await expect(pendingCard(page, "delete_file")).toBeVisible();
  await button(answer(page), "Copy message").click();
  const copied = () => page.evaluate(() => navigator.clipboard.readText());
  await expect.poll(copied).toBe("First the copies go.");

  await reject(pendingCard(page, "delete_file"));
  await expect(answer(page)).toContainText("They are gone.");
  await expectOver(page);
  await button(answer(page), "Copy message").click();
  await expect.poll(copied).toBe("First the copies go.\n\nThey are gone.");
});

test("a rate limit is retried visibly; each conversation chooses its model; the connection is tested", async ({
  page,
  launchWithScript,
}) => {
  const seen = Promise.withResolvers<void>();
  const { server, provider } = await launchWithScript([
    { status: 429, headers: { "retry-after": "6" } },
    [{ hold: seen.promise }, { say: "Here again." }],
  ]);
  await signIn(page, server, "/settings/model");
  await expect(page.getByText("OpenAI-compatible server")).toBeVisible();
  await expect(page.getByText(new URL(provider.baseUrl).host)).toBeVisible();
  await expect(page.getByText("scripted", { exact: true })).toBeVisible();
  await button(page, "Test connection").click();
  await expect(page.getByText(/^Answered in [\d,]+ ms/)).toBeVisible();

  await begin(page, server, "Hello?");
  await expect(runStatus(page)).toContainText("Trying again in 6 s");
  seen.resolve();
  await expect(answer(page)).toContainText("Here again.", { timeout: 30_000 });
  const choice = page.getByRole("combobox", { name: "Model" });
  await expect(choice).toHaveValue("auto");
  await choice.selectOption("scripted");
  await page.reload();
  await expect(choice).toHaveValue("scripted");

  await provider.close();
  await page.goto(`${server.url}/settings/model`);
  await button(page, "Test connection").click();
  await expect(page.getByRole("alert").filter({ hasText: "cannot be reached" })).toBeVisible();
});
