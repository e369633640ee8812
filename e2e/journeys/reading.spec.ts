import type { Locator, Page } from "@playwright/test";
import { endLeft } from "../../components/ui/list-end.ts";
import type { Approval } from "../../lib/approvals/schema.ts";
import { expect, test } from "../support/fixtures.ts";
import type { Server } from "../support/server.ts";
import {
  addFile,
  answer,
  approve,
  begin,
  button,
  call,
  composer,
  decidedCard,
  expectOver,
  pendingCard,
  pendingCards,
  press,
  say,
} from "./chat-page.ts";

/** As high as a card gets. */
const longContent = Array.from({ length: 40 }, (_, line) => `line ${line + 1}`).join("\n");
const write = () => call("write_file", { path: `${crypto.randomUUID()}.txt`, content: longContent });

const messages = (page: Page): Locator => page.getByRole("region", { name: "Messages" });
const cards = (page: Page): Locator => page.locator("[data-approval-card]");
const headingOf = (card: Locator): Locator => card.getByRole("heading", { level: 2 });
const fromEnd = (page: Page): Promise<number> =>
  messages(page).evaluate((list) => list.scrollHeight - list.clientHeight - list.scrollTop);
const scrollTop = (page: Page): Promise<number> => messages(page).evaluate((list) => list.scrollTop);

async function goToEnd(page: Page): Promise<void> {
  await messages(page).evaluate((list) => list.scrollTo({ top: list.scrollHeight }));
  await expect(button(page, "Jump to latest")).toBeHidden();
}

async function decide(server: Server, conversation: string, decision: string): Promise<void> {
  const query = `status=pending&conversation=${conversation}`;
  const { items } = (await server.api.get<{ items: Approval[] }>(`/approvals?${query}`)).body;
  for (const { id, argumentsDigest } of items) {
    const body = { decision, argumentsDigest };
    expect((await server.api.post(`/approvals/${id}/decision`, body)).status).toBe(200);
  }
}

test("the next message folds what was decided to lines, but not what the reader has opened", async ({
  page,
  server,
}) => {
  const deletion = () => call("delete_file", { path: addFile(server, "fold.txt") });
  await begin(page, server, [deletion(), deletion()].join("\n"));
  await expect(pendingCards(page)).toHaveCount(2);
  await press(button(page, "Approve all (2)"));
  await expectOver(page);
  await expect(cards(page)).toHaveCount(2);
  const output = button(cards(page).first(), "Output of delete_file");
  await output.click();
  await expect(output).toHaveAttribute("aria-expanded", "true");
  await goToEnd(page);

  await say(page, "hello");
  await expect(answer(page).last()).toContainText("Hello!");
  await expect(cards(page)).toHaveCount(1);
  await expect(decidedCard(page, "delete_file", "approved")).toHaveCount(2);
  await expect(output).toHaveAttribute("aria-expanded", "true");
  await page.reload();
  await expect(decidedCard(page, "delete_file", "approved")).toHaveCount(2);
  await expect(cards(page)).toHaveCount(0);
});

test("while the reader looks at what came before, the next message folds nothing and moves nothing", async ({
  page,
  server,
}) => {
  const id = await begin(page, server, write());
  await approve(pendingCard(page, "write_file"));
  await expectOver(page);
  await say(page, [write(), write()].join("\n"));
  await expect(pendingCards(page)).toHaveCount(2);
  await say(page, "what is 6 * 7");
  await expect(page.getByRole("region", { name: "Queued message" })).toBeVisible();
  await messages(page).evaluate((list) => list.scrollTo({ top: 40 }));
  await expect(button(page, "Jump to latest")).toBeVisible();
  await decide(server, id, "approve");
  await expect(answer(page).last()).toContainText("= 42");
  await expectOver(page);
  await expect(cards(page)).toHaveCount(2);
  expect(await scrollTop(page)).toBe(40);
});

test("a text that is only queued leaves the reader where they are", async ({ page, server }) => {
  await begin(page, server, [write(), write()].join("\n"));
  await expect(pendingCards(page)).toHaveCount(2);
  await messages(page).evaluate((list) => list.scrollTo({ top: 100 }));
  await expect.poll(() => scrollTop(page)).toBe(100);
  await say(page, "what is 6 * 7");
  await expect(page.getByRole("region", { name: "Queued message" })).toBeVisible();
  await expect(composer(page)).toHaveValue("");
  expect(await scrollTop(page)).toBe(100);
});

test("what a decision met is read where it stands, with nothing else waiting further down", async ({
  page,
  server,
}) => {
  const id = await begin(page, server, [write(), write(), write()].join("\n"));
  await expect(pendingCards(page)).toHaveCount(3);
  await approve(pendingCards(page).nth(2));
  await approve(pendingCards(page).nth(1));
  await expect(pendingCards(page)).toHaveCount(1);
  await page.route("**/decision", async (route) => {
    await decide(server, id, "reject");
    await route.continue();
  });
  await approve(pendingCards(page));
  const told = cards(page).first().getByRole("alert");
  await expect(told).toContainText("Your approval came too late: it was already rejected.");
  await expectOver(page);
  await expect(told).toBeInViewport({ ratio: 1 });
  await expect(headingOf(cards(page).first())).toBeFocused();
});

for (const reducedMotion of ["reduce", "no-preference"] as const) {
  test.describe(`with the motion "${reducedMotion}"`, () => {
    test.use({ contextOptions: { reducedMotion } });

    test("the next card is shown also where the form of the one before goes at the same moment", async ({
      page,
      server,
    }) => {
      await begin(page, server, [write(), write(), write()].join("\n"));
      await expect(pendingCards(page)).toHaveCount(3);
      const last = pendingCards(page).last();
      await button(last, "Reject").click();
      await goToEnd(page);
      await press(button(last, "Confirm reject"));
      const next = headingOf(pendingCards(page).first());
      await expect(next).toBeFocused();
      await expect(next).toBeInViewport({ ratio: 1 });
    });

    test("the next card is shown also where the list grows on the way there", async ({ page, server }) => {
      await begin(page, server, [write(), write(), write()].join("\n"));
      await expect(pendingCards(page)).toHaveCount(3);
      await goToEnd(page);
      await messages(page).evaluate((list, endLeft) => {
        const content = list.firstElementChild as HTMLElement;
        const grow = (frames: number) => {
          content.style.minHeight = `${content.offsetHeight + 1}px`;
          if (frames > 0) requestAnimationFrame(() => grow(frames - 1));
        };
        list.addEventListener(endLeft, () => grow(15));
      }, endLeft);
      await approve(pendingCards(page).last());
      const next = headingOf(pendingCards(page).first());
      await expect(next).toBeFocused();
      await expect(next).toBeInViewport({ ratio: 1 });
    });
  });
}

test("with the next card in view already, the list goes on following its end", async ({ page, server }) => {
  await page.setViewportSize({ width: 1280, height: 1200 });
  const deletion = () => call("delete_file", { path: addFile(server, "small.txt") });
  await begin(page, server, [deletion(), deletion()].join("\n"));
  await expect(pendingCards(page)).toHaveCount(2);
  await approve(pendingCards(page).first());
  const next = pendingCards(page);
  await expect(next).toHaveCount(1);
  await expect(headingOf(next)).toBeFocused();
  await expect(next).toBeInViewport({ ratio: 1 });
  await page.setViewportSize({ width: 1280, height: 500 });
  await expect.poll(() => fromEnd(page)).toBeLessThanOrEqual(1);
  await expect(button(page, "Jump to latest")).toBeHidden();
});

test("no control that has the focus lies under the bar of its batch", async ({ page, server }) => {
  await begin(page, server, [write(), write()].join("\n"));
  await expect(pendingCards(page)).toHaveCount(2);
  const bar = page.locator("[data-batch-bar]");
  const copy = button(pendingCards(page).first(), "Copy arguments");
  const distance = () =>
    copy.evaluate((element) => {
      const bar = document.querySelector("[data-batch-bar]")?.getBoundingClientRect();
      return element.getBoundingClientRect().top - (bar?.bottom ?? 0);
    });
  await messages(page).evaluate((list, by) => list.scrollBy({ top: by + 20 }), await distance());
  expect(await distance()).toBeLessThan(0);
  await copy.focus();
  await expect.poll(distance).toBeGreaterThanOrEqual(0);

  await button(page, "Reject all").click();
  await expect(button(page, "Confirm reject all")).toBeInViewport({ ratio: 1 });
  await messages(page).evaluate((list) => list.scrollTo({ top: list.scrollHeight }));
  await expect(bar).not.toBeInViewport();
});
