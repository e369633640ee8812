import { afterAll, beforeAll, expect, test } from "vitest";
import { owner } from "../auth/principal.ts";
import { sql } from "../db/sql.ts";
import { call, calls, says } from "../runs/test-model.ts";
import { openStage, type Play, type Stage } from "../runs/test-stage.ts";
import { getConversation } from "./get.ts";
import type { MessageInput } from "./schema.ts";
import { sendMessage } from "./send-message.ts";

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.close());

async function send(play: { conversationId: string }, input: MessageInput, maximumRuns = 200) {
  const sent = await sendMessage(stage, {
    conversationId: play.conversationId,
    input,
    by: owner,
    channel: "chat",
    maximumRuns,
  });
  await stage.idle();
  return sent;
}
const shown = (play: Play) => getConversation(stage.database, play.conversationId, { limit: 50 });
const erase = (...names: string[]) => calls(...names.map((name) => call("erase", { name })));

test("a message starts a run, and one while it waits is queued", async () => {
  const play = await stage.begin(erase("x"), says("Done."), says("Hello."));
  expect(await send(play, { text: "erase x" })).toMatchObject({
    kind: "started",
    message: { role: "user", parts: [{ type: "text", text: "erase x" }] },
    run: { state: "running" },
  });
  expect(await send(play, { text: "hello" })).toMatchObject({ kind: "queued", queued: { text: "hello" } });
  const { approvals } = await shown(play);
  expect(await send(play, { text: "Yes!", approvals: approvals.map(({ id }) => id) })).toMatchObject({
    kind: "decided",
    decided: [{ status: "approved" }],
  });
  expect(await shown(play)).toMatchObject({
    run: { state: "completed" },
    queued: null,
    messages: [{}, {}, {}, {}],
  });
});

test("a typed decision decides exactly what the page showed; with several and no list nothing is decided", async () => {
  const play = await stage.begin(erase("a", "b"), says("Done."));
  await send(play, { text: "erase both" });
  await expect(send(play, { text: "approve all" })).rejects.toMatchObject({
    code: "conflict",
    details: { approvals: [{ status: "pending" }, { status: "pending" }] },
  });
  await expect(send(play, { text: "approve all", approvals: ["another"] })).rejects.toMatchObject({
    code: "conflict",
  });
  expect((await shown(play)).approvals).toHaveLength(2);
  expect(await send(play, { text: "yes" })).toMatchObject({ kind: "queued" });
  const ids = (await shown(play)).approvals.map(({ id }) => id);
  expect(await send(play, { text: "reject all", approvals: ids })).toMatchObject({
    decided: [{ status: "rejected" }, { status: "rejected" }],
  });
});

test("words of consent are words while the page shows nothing to consent to, or something else", async () => {
  const play = await stage.begin(erase("unseen"), says("Done."), says("Fine."));
  await send(play, { text: "erase unseen" });
  for (const text of ["ok", "approve all", "no"]) {
    expect(await send(play, { text, approvals: [] })).toMatchObject({ kind: "queued" });
  }
  const [pending] = (await shown(play)).approvals;
  const two = { text: "ok", approvals: [pending?.id ?? "", "one that is decided"] };
  expect(await send(play, two)).toMatchObject({ kind: "queued" });
  expect((await shown(play)).approvals).toMatchObject([{ status: "pending" }]);
  expect(stage.toolbox.ran).not.toContain("erase unseen");
});

test("an answer that comes too late says so, typed or sent now, and the clock decides", async () => {
  const play = await stage.begin(erase("late"), says("Too late."));
  await send(play, { text: "erase late" });
  const [approval] = (await shown(play)).approvals;
  const id = approval?.id ?? "";
  await stage.rows(sql`update approvals set expires_at = now() - interval '1 second' where id = ${id}`);
  await expect(send(play, { text: "instead", sendNow: true })).rejects.toMatchObject({ code: "conflict" });
  expect((await shown(play)).run).toMatchObject({ state: "waiting" });
  await expect(send(play, { text: "yes", approvals: [id] })).rejects.toMatchObject({ code: "expired" });
  await stage.idle();
  expect((await shown(play)).run).toMatchObject({ state: "completed", calls: [{ state: "expired" }] });
  expect(stage.toolbox.ran).not.toContain("erase late");
});

test("a decision about what waits no more decides nothing, and is not taken for a message", async () => {
  const play = await stage.begin(erase("gone"), says("Done."));
  await send(play, { text: "erase gone" });
  const ids = (await shown(play)).approvals.map(({ id }) => id);
  await send(play, { text: "yes", approvals: ids });
  await expect(send(play, { text: "yes", approvals: ids })).rejects.toMatchObject({ code: "conflict" });
  expect((await shown(play)).messages).toHaveLength(2);
});

test("send now rejects what is pending with the text as the reason, and sends it as the next message", async () => {
  const play = await stage.begin(erase("old"), says("Then the other."));
  await send(play, { text: "erase old" });
  const sent = await send(play, { text: "no, take the other one", sendNow: true });
  expect(sent).toMatchObject({ kind: "started" });
  const after = await shown(play);
  expect(after).toMatchObject({ run: { state: "completed" }, queued: null, approvals: [] });
  expect(after.messages[1]?.parts.find((part) => part.type === "data-call")).toMatchObject({
    data: { call: { state: "rejected" }, approval: { decisions: [{ reason: "no, take the other one" }] } },
  });
  expect(JSON.stringify(play.model.prompts[1])).toContain("Reason: no, take the other one");
  expect(stage.toolbox.ran).not.toContain("erase old");
  await expect(send(play, { text: "again", sendNow: true })).rejects.toMatchObject({ code: "conflict" });
});

test("send now sends what was queued once, and leaves another text queued until it has been answered", async () => {
  const play = await stage.begin(erase("a"), erase("b"), says("That."), says("And the other."));
  await send(play, { text: "erase a" });
  await send(play, { text: "then b" });
  await send(play, { text: "then b", sendNow: true });
  expect(await shown(play)).toMatchObject({ queued: null, run: { state: "waiting" } });
  await send(play, { text: "afterwards" });
  await send(play, { text: "instead", sendNow: true });
  const { messages, queued } = await shown(play);
  const said = messages.flatMap(({ role, parts }) => (role === "user" ? parts : []));
  expect(said).toMatchObject(["erase a", "then b", "instead", "afterwards"].map((text) => ({ text })));
  expect(queued).toBeNull();
});

test("texts that are sent now at the same moment do not pass the limit together", async () => {
  const go = Promise.withResolvers<void>();
  const answers = { says: ["Working on "], until: go.promise };
  const plays = [await stage.begin(erase("c"), answers), await stage.begin(erase("d"), answers)];
  for (const play of plays) await send(play, { text: "erase it" });
  const sent = await Promise.allSettled(
    plays.map(({ conversationId }) =>
      sendMessage(stage, {
        conversationId,
        input: { text: "instead", sendNow: true },
        by: owner,
        channel: "chat",
        maximumRuns: 1,
      }),
    ),
  );
  go.resolve();
  await stage.idle();
  expect(sent.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  expect(sent.find(({ status }) => status === "rejected")).toMatchObject({ reason: { code: "unavailable" } });
});

test("what is too large, nowhere, or too much at once is refused", async () => {
  const play = await stage.begin(says("Never."));
  await expect(send(play, { text: "é".repeat(50_001) })).rejects.toMatchObject({ code: "too_large" });
  await expect(send({ conversationId: "nobody" }, { text: "hello" })).rejects.toMatchObject({
    code: "not_found",
  });
  await expect(send(play, { text: "hello" }, 0)).rejects.toMatchObject({
    code: "unavailable",
    retryAfterSeconds: 5,
  });
  await expect(send(play, { text: "hello", sendNow: true }, 0)).rejects.toMatchObject({
    code: "unavailable",
  });
});

test("a typed decision that could not be recorded is a failure of the server, not somebody else's decision", async () => {
  const play = await stage.begin(erase("unrecorded"), says("Done."));
  await send(play, { text: "erase unrecorded" });
  await stage.rows(sql`alter table decisions add constraint refused check (channel <> 'chat') not valid`);
  try {
    await expect(send(play, { text: "yes" })).rejects.toMatchObject({ code: "internal" });
  } finally {
    await stage.rows(sql`alter table decisions drop constraint refused`);
  }
  expect((await shown(play)).approvals).toMatchObject([{ status: "pending", decisions: [] }]);
  expect(await send(play, { text: "yes" })).toMatchObject({ decided: [{ status: "approved" }] });
});
