import { expect, signIn, test } from "../support/fixtures.ts";
import { button, composer } from "./chat-page.ts";

test("the link of the ready line signs in, and the key does not stay in the address", async ({
  page,
  server,
}) => {
  await page.goto(server.signInUrl);
  await expect(composer(page)).toBeVisible();
  expect(page.url()).toBe(`${server.url}/`);
  await page.reload();
  await expect(composer(page)).toBeVisible();
});

test("without a session every page leads to the sign-in, and from there to what was asked for", async ({
  page,
  server,
}) => {
  await page.goto(`${server.url}/settings/model`);
  await expect(page.getByRole("heading", { name: "Sign in" })).toBeVisible();

  await page.getByRole("textbox", { name: "Key" }).fill("not the key");
  await button(page, "Sign in").click();
  await expect(page.getByText("This key is not the right one.")).toBeVisible();

  await page.getByRole("textbox", { name: "Key" }).fill(server.key);
  await page.keyboard.press("Enter");
  await expect(button(page, "Test connection")).toBeVisible();
  expect(page.url()).toBe(`${server.url}/settings/model`);
});

test("a pasted link is as good as its key", async ({ page, server }) => {
  await page.goto(`${server.url}/sign-in`);
  await page.getByRole("textbox", { name: "Key" }).fill(server.signInUrl);
  await button(page, "Sign in").click();
  await expect(composer(page)).toBeVisible();
});

test("the link signs in where the page is open already", async ({ page, server }) => {
  await page.goto(`${server.url}/sign-in#key=an-old-one`);
  await expect(page.getByText("This key is not the right one.")).toBeVisible();
  expect(page.url()).toBe(`${server.url}/sign-in`);
  await page.goto(server.signInUrl);
  await expect(composer(page)).toBeVisible();
  expect(page.url()).toBe(`${server.url}/`);
});

test("a session that ended leads back to the sign-in when something is sent", async ({ page, server }) => {
  await signIn(page, server);
  await expect(page.getByText("demo model")).toBeVisible();
  await expect(page.getByText("Loading conversations")).toBeHidden();
  await page.context().clearCookies();
  await composer(page).fill("What is in reports?");
  await composer(page).press("Enter");
  await expect(page.getByRole("heading", { name: "Sign in" })).toBeVisible();
  await page.getByRole("textbox", { name: "Key" }).fill(server.key);
  await button(page, "Sign in").click();
  await expect(composer(page)).toHaveValue("What is in reports?");
});
