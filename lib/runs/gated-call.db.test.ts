import { afterAll, beforeAll, expect, test } from "vitest";
import { call, calls, says } from "./test-model.ts";
import { openStage, type Stage } from "./test-stage.ts";

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.close());

test("a gated call waits as a card, and an approval runs it once with the arguments that were shown", async () => {
  const play = await stage.begin(calls(call("erase", { name: "one" })), says("It is ", "gone."));
  const asked = await play.say("erase one");
  expect(asked).toMatchObject({ state: "waiting", calls: [{ state: "pending" }] });
  expect(asked.approvals).toMatchObject([
    {
      status: "pending",
      tool: { name: "erase", risk: "L4" },
      arguments: { name: "one" },
      prompt: `Run 'erase' with arguments {"name":"one"}?`,
      preview: { kind: "text", text: "erases one" },
      because: ["The tool is flagged: it asks on every call."],
    },
  ]);
  expect(stage.toolbox.ran).not.toContain("erase one");

  await play.answer({ decision: "approve" });
  expect(stage.toolbox.ran.filter((ran) => ran === "erase one")).toHaveLength(1);
  expect(await play.run()).toMatchObject({
    state: "completed",
    steps: [{ finishReason: "tool-calls" }, { finishReason: "stop" }],
    calls: [{ state: "succeeded", result: { erased: "one" } }],
  });
  expect(play.model.results()).toEqual(['{"erased": "one"}']);
});

test("a rejected call does not run, and the model is told why and not to repeat it", async () => {
  const play = await stage.begin(calls(call("erase", { name: "two" })), says("I see."));
  await play.say("erase two");
  await play.answer({ decision: "reject", reason: "it is still needed" });
  expect(stage.toolbox.ran).not.toContain("erase two");
  expect(play.model.results()).toEqual([
    "Not run: the person rejected this call. Reason: it is still needed\nDo not call it again for this request. Find another way, ask, or explain.",
  ]);
  expect(await play.run()).toMatchObject({ state: "completed", calls: [{ state: "rejected" }] });
});

test("the card of a tool that changed since it was reviewed shows what changed", async () => {
  const play = await stage.begin(calls(call("renewed", { name: "it" })));
  const asked = await play.say("go");
  expect(asked.approvals).toMatchObject([{ preview: { kind: "diff", text: "-as it was\n+as it is" } }]);
  expect(asked.approvals[0]?.because.join(" ")).toMatch(/changed/);
});
