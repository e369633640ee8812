import { expect, it } from "vitest";
import { log } from "../log.ts";
import { createEvents, type Signal } from "./events.ts";

it("tells the other instances once of each thing, however often it was said", async () => {
  const told: string[] = [];
  const events = createEvents({
    kind: "server",
    notify: async (payload) => void told.push(payload),
    listen: async () => {},
  });
  const [one, other] = ["one", "other"].map((serverId) => ({ kind: "server" as const, serverId }));
  if (one && other) events.publish([one, other, one, { kind: "tools" }, { kind: "tools" }]);
  await events.flush();
  expect(told.map((payload) => JSON.parse(payload).signals)).toEqual([[one, other, { kind: "tools" }]]);
});

/** Two instances whose notifications reach everyone who listens, whoever sent them, as a database's do. */
function listening() {
  log.level = "silent";
  const hearing: ((payload: string) => void)[] = [];
  const notify = async (payload: string) => {
    for (const hear of hearing) hear(payload);
  };
  const listen = async (hear: (payload: string) => void) => void hearing.push(hear);
  const instance = async () => {
    const events = createEvents({ kind: "server", notify, listen });
    const heard: Signal[] = [];
    events.subscribe((signal) => heard.push(signal));
    await events.listen();
    return { ...events, heard };
  };
  return { instance, notify };
}

it("each instance hears what was published once, also the one that published it", async () => {
  const { instance } = listening();
  const [one, other] = [await instance(), await instance()];
  const signals: Signal[] = [{ kind: "recorded" }, { kind: "fenced", runId: "r", epoch: 2 }];
  one.publish(signals);
  await one.flush();
  expect(one.heard).toEqual(signals);
  expect(other.heard).toEqual(signals);
});

it("a notification that is none is passed by", async () => {
  const { instance, notify } = listening();
  const one = await instance();
  for (const payload of ["", "[]", '{"from":"x","signals":[{"kind":"stop"}]}']) await notify(payload);
  expect(one.heard).toEqual([]);
});
