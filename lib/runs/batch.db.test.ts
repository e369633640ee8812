import { afterAll, beforeAll, expect, test } from "vitest";
import { decide } from "../approvals/decide.ts";
import { getConversation } from "../conversations/get.ts";
import type { Row } from "../db/client.ts";
import type { SQL } from "../db/sql.ts";
import { call, calls, says } from "./test-model.ts";
import { openStage, type Stage } from "./test-stage.ts";

let stage: Stage;
let afterNextQuery: (() => Promise<void>) | null = null;
beforeAll(async () => {
  stage = await openStage((database) => ({
    ...database,
    query: async <T extends Row>(statement: SQL) => {
      const rows = await database.query<T>(statement);
      const then = afterNextQuery;
      afterNextQuery = null;
      await then?.();
      return rows;
    },
  }));
});
afterAll(() => stage.close());

test("what needs no approval runs meanwhile, what is approved waits for the rest, and the model's order is kept", async () => {
  const play = await stage.begin(
    calls(
      call("erase", { name: "first" }),
      call("look", { name: "second" }),
      call("erase", { name: "third" }),
    ),
    says("All done."),
  );
  const asked = await play.say("go");
  expect(asked).toMatchObject({
    state: "waiting",
    calls: [{ state: "pending" }, { state: "succeeded", result: "saw second" }, { state: "pending" }],
  });

  await play.answer({ decision: "approve" }, 1);
  expect((await play.run()).calls.map((each) => each.state)).toEqual(["pending", "succeeded", "approved"]);
  expect(stage.toolbox.ran).toEqual(["look second"]);
  const shown = await getConversation(stage.database, play.conversationId, { limit: 50 });
  expect(shown.approvals).toHaveLength(1);
  const states = shown.messages[1]?.parts.flatMap((part) => ("state" in part ? [part.state] : []));
  expect(states).toEqual(["approval-requested", "output-available", "approval-responded"]);

  await play.answer({ decision: "reject", reason: "keep it" }, 0);
  expect(await play.run()).toMatchObject({ state: "completed" });
  expect(stage.toolbox.ran).toEqual(["look second", "erase third"]);
  expect(play.model.results()).toEqual([
    expect.stringContaining("Reason: keep it"),
    "saw second",
    '{"erased": "third"}',
  ]);
});

test("the last answer may come while a call that needs none still runs: the run goes on once, when that is over", async () => {
  const door = stage.toolbox.door("slow");
  const play = await stage.begin(
    calls(call("stand", { name: "slow" }), call("erase", { name: "meanwhile" })),
    says("Both done."),
  );
  await play.begin("go");
  await door.entered;
  const { id } = await play.pending();
  await decide(stage, { id, decision: "approve", by: { id: "p", name: "P" }, channel: "api" });
  expect(await play.run()).toMatchObject({
    state: "waiting",
    calls: [{ state: "executing" }, { state: "approved" }],
  });
  door.open("stood");
  await stage.idle();
  expect(await play.run()).toMatchObject({
    state: "completed",
    calls: [{ state: "succeeded" }, { state: "succeeded" }],
  });
  expect(stage.toolbox.ran.filter((line) => line === "erase meanwhile")).toHaveLength(1);
  expect(play.model.results()).toEqual(["stood", '{"erased": "meanwhile"}']);
});

test("five calls of one step, decided in any order, run side by side and once", async () => {
  const names = ["a", "b", "c", "d", "e"];
  const play = await stage.begin(calls(...names.map((name) => call("erase", { name }))), says("Five."));
  await play.say("all five");
  for (const which of [3, 0, 4, 1]) await play.answer({ decision: "approve" }, which);
  expect(stage.toolbox.ran.filter((line) => /^erase [a-e]$/.test(line))).toEqual([]);
  await play.answer({ decision: "approve" }, 2);
  expect(stage.toolbox.ran.filter((line) => /^erase [a-e]$/.test(line)).sort()).toEqual(
    names.map((name) => `erase ${name}`),
  );
  expect(play.model.results()).toEqual(names.map((name) => `{"erased": "${name}"}`));
});

test("an outcome that comes at the very moment at which another is saved is saved, too", async () => {
  // From the second outcome to the end of the first one's save: this many turns of the microtask queue.
  for (let turns = 0; turns < 20; turns += 1) {
    const [early, late] = [`early ${turns}`, `late ${turns}`];
    const play = await stage.begin(
      calls(call("stand", { name: early }), call("stand", { name: late })),
      says("Both."),
    );
    await play.begin("go");
    await Promise.all([early, late].map((name) => stage.toolbox.door(name).entered));
    afterNextQuery = async () => {
      stage.toolbox.door(late).open("late");
      for (let turn = 0; turn < turns; turn += 1) await null;
    };
    stage.toolbox.door(early).open("early");
    await stage.idle();
    const run = await play.run();
    expect(run.calls.map((each) => each.state)).toEqual(["succeeded", "succeeded"]);
    expect(run.state).toBe("completed");
  }
});

test("many rounds in one conversation, with the history read from the tables", async () => {
  const play = await stage.begin(
    calls(call("erase", { name: "round 1" })),
    calls(call("erase", { name: "round 2" })),
    says("Two rounds."),
    says("You said hello."),
  );
  await play.say("two rounds");
  await play.answer({ decision: "reject", reason: "another" }, 0);
  await play.answer({ decision: "approve" }, 1);
  await play.say("hello");
  const roles = play.model.prompts.at(-1)?.map((message) => message.role);
  expect(roles).toEqual(["system", "user", "assistant", "tool", "assistant", "tool", "assistant", "user"]);
});
