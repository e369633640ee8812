import { expect, signIn, test } from "../support/fixtures.ts";
import { begin, button, call, expectOver, pendingCard } from "./chat-page.ts";

const schema = { type: "object", properties: { n: { type: "number" } }, required: ["n"] };

test("a tool is written, tried, published, called, changed and brought back", async ({ page, server }) => {
  const name = `double_${crypto.randomUUID().slice(0, 8)}`;
  await signIn(page, server, "/settings/tools/new");
  const field = (label: string) => page.getByRole("textbox", { name: label, exact: true });
  await field("Input schema").fill(JSON.stringify(schema));
  await field("Code").fill('export default async ({ n }) => { console.log("got", n); return n * 2; };');
  await field("Sample input").fill('{ "n": 21 }');
  await button(page, "Try").click();
  const trial = page.getByRole("region", { name: "Try it" });
  await expect(trial.getByRole("status")).toContainText("Done");
  await expect(trial).toContainText("42");
  await expect(trial).toContainText("got 21");

  await button(page, "Publish").click();
  await expect(page.getByText("1 to 64 letters, digits, underscores or hyphens.")).toBeVisible();
  await field("Name").fill(name);
  await field("Description").fill("Doubles a number");
  await button(page, "Publish").click();
  await page.waitForURL(`${server.url}/settings/tools/${name}`);
  await expect(page.getByText("Version 1 is in use.")).toBeVisible();

  await begin(page, server, call(name, { n: 4 }));
  await expectOver(page);
  await expect(page.getByRole("article", { name: "Agent" })).toContainText("8");

  await page.goto(`${server.url}/settings/tools/${name}`);
  await page.getByRole("combobox", { name: "Files of the workspace" }).selectOption("write");
  await button(page, "Publish").click();
  await expect(page.getByText("Published as version 2.")).toBeVisible();
  await expect(page.getByRole("group", { name: "Approval" })).toContainText("Medium risk asks first");

  await page.getByRole("combobox", { name: "Asks" }).selectOption("disabled");
  await button(page, "Publish").click();
  await button(page.getByRole("dialog", { name: "Reduce human oversight?" }), "Cancel").click();
  await begin(page, server, call(name, { n: 4 }));
  await expect(pendingCard(page, name)).toBeVisible();
  await button(page, "Stop").click();

  await page.goto(`${server.url}/settings/tools/${name}`);
  await button(page, "Restore version 1").click();
  await expect(page.getByText("Published as version 3.")).toBeVisible();
  await expect(page.getByRole("combobox", { name: "Files of the workspace" })).toHaveValue("none");
  await button(page, "Delete").click();
  await button(page.getByRole("alertdialog"), "Delete tool").click();
  await page.waitForURL(`${server.url}/settings/tools`);
  await expect(page.getByRole("switch", { name: `Require approval for ${name}` })).toBeHidden();
});
