import { afterAll, beforeAll, expect, test } from "vitest";
import { owner } from "../auth/principal.ts";
import { call, calls, says } from "../runs/test-model.ts";
import { openStage, type Stage } from "../runs/test-stage.ts";
import { createConversation } from "./create.ts";
import { deleteConversation } from "./delete.ts";
import { listConversations } from "./list.ts";
import { conversationQuerySchema } from "./schema.ts";
import { updateConversation } from "./update.ts";

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.close());

const list = (query: Record<string, string> = {}) =>
  listConversations(stage.database, conversationQuerySchema.parse(query));
const titles = async (query: Record<string, string> = {}) =>
  (await list(query)).items.map((item) => item.title);

test("by recency, titled by the first message, marked while they wait, found by any of their words", async () => {
  const waits = await stage.begin(calls(call("erase", { name: "reports" })));
  await waits.say("Erase the old reports, please\nand nothing else");
  const done = await stage.begin(says("Paris is the capital."));
  await done.say("What is the capital of France?");
  await createConversation(stage, { input: { title: "Groceries" }, by: owner });

  expect(await list()).toMatchObject({
    items: [
      { title: "Groceries", waiting: false },
      { title: "What is the capital of France?", waiting: false },
      { title: "Erase the old reports, please", waiting: true },
    ],
    nextCursor: null,
  });
  expect(await titles({ search: "paris" })).toEqual(["What is the capital of France?"]);
  expect(await titles({ search: "noth els" })).toEqual(["Erase the old reports, please"]);
  expect(await titles({ search: "grocer" })).toEqual(["Groceries"]);
  expect(await titles({ search: "& | ! ':*" })).toEqual([]);
  expect(await titles({ search: "   " })).toHaveLength(3);
  expect(await titles({ search: "paris\u0000 reports" })).toEqual([]);
});

test("file names, dates, numbers and addresses are found as one types them", async () => {
  const play = await stage.begin(says("I wrote to ada@example.com about `write_file`. Grüße!"));
  await play.say("Compare notes.md with reports/old-2.txt of 2026-01-05 at https://example.com/a?b=3.14");
  for (const search of [
    "notes.md",
    "old-2.txt",
    "2026-01",
    "2026-01-05",
    "example.com",
    "3.14",
    "write_file",
    "ada@exa",
    "grüße",
  ]) {
    expect(await titles({ search }), search).toHaveLength(1);
  }
  expect(await titles({ search: "notes.pdf" })).toEqual([]);
});

test("words whose letters carry marks are found, whole and by their beginning", async () => {
  const words = ["हिन्दी भाषा", "ภาษาไทย ที่นี่", "עִבְרִית", "வணக்கம் நண்பா", "cafe\u0301 noir"];
  const play = await stage.begin(says("…"));
  await play.say(words.join(", "));
  for (const search of [...words, "हिन्", "வணக்"]) expect(await titles({ search }), search).toHaveLength(1);
  for (const search of ["हिसाब", "\u0301", "\u093e\u20dd"])
    expect(await titles({ search }), search).toEqual([]);
});

test("pages go through all of them once", async () => {
  const seen: string[] = [];
  let cursor: string | null = null;
  do {
    const page = await list({ limit: "2", ...(cursor ? { cursor } : {}) });
    seen.push(...page.items.map((item) => item.id));
    cursor = page.nextCursor;
  } while (cursor);
  expect(seen).toEqual((await list()).items.map((item) => item.id));
  expect(new Set(seen).size).toBe(seen.length);
  await expect(list({ cursor: "here there" })).rejects.toMatchObject({ code: "invalid", field: "cursor" });
});

test("a rename stays, a new model is chosen and put back, and what is not sent stays", async () => {
  const { id } = await createConversation(stage, { input: {}, by: owner });
  const update = (input: Parameters<typeof updateConversation>[1]["input"]) =>
    updateConversation(stage, { id, input, by: owner });
  expect(await update({ title: "Plans", model: "big" })).toMatchObject({ title: "Plans", model: "big" });
  expect(await update({ title: "Plans \u0000" })).toMatchObject({ title: "Plans \ufffd", model: "big" });
  expect(await update({ model: null })).toMatchObject({ title: "Plans \ufffd", model: null });
  await deleteConversation(stage, { id, by: owner, channel: "chat" });
  await expect(update({ title: "Gone" })).rejects.toMatchObject({ code: "not_found" });
});
