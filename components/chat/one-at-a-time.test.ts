import { expect, test } from "vitest";
import { OneAtATime, type Outcome } from "./one-at-a-time";

test("a second one is not tried while the first is under way, and is after it", async () => {
  const texts = new OneAtATime();
  const first = Promise.withResolvers<Outcome>();
  const sent: string[] = [];
  const send = (text: string, outcome: Promise<Outcome>) =>
    texts.run(() => {
      sent.push(text);
      return outcome;
    });
  const sending = send("once", first.promise);
  expect(await send("once", Promise.resolve("done"))).toBe("busy");
  first.resolve("unknown");
  expect(await sending).toBe("unknown");
  expect(await send("again", Promise.resolve("done"))).toBe("done");
  expect(sent).toEqual(["once", "again"]);
});

test("one that throws holds up no other", async () => {
  const texts = new OneAtATime();
  await expect(texts.run(() => Promise.reject(new Error("broken")))).rejects.toThrow("broken");
  expect(await texts.run(async () => "done")).toBe("done");
});
