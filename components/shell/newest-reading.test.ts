import { expect, test } from "vitest";
import { NewestReading } from "./newest-reading";

function openServer() {
  const answers: PromiseWithResolvers<string>[] = [];
  const get = () => {
    const answer = Promise.withResolvers<string>();
    answers.push(answer);
    return answer.promise;
  };
  return { answers, get };
}

test("a reading from before a change is not shown: it is read again", async () => {
  const newest = new NewestReading();
  const { answers, get } = openServer();
  const reading = newest.read(get);
  newest.changed();
  answers[0]?.resolve("before");
  await expect.poll(() => answers.length).toBe(2);
  answers[1]?.resolve("after");
  expect(await reading).toBe("after");
});

test("one that another has overtaken is dropped, whether it succeeds or fails", async () => {
  const newest = new NewestReading();
  const { answers, get } = openServer();
  const [first, second, third] = [newest.read(get), newest.read(get), newest.read(get)];
  answers[2]?.resolve("newest");
  answers[1]?.reject(new Error("late"));
  answers[0]?.resolve("old");
  expect(await Promise.all([first, second, third])).toEqual([null, null, "newest"]);
});

test("the newest one that fails says so", async () => {
  await expect(new NewestReading().read(() => Promise.reject(new Error("away")))).rejects.toThrow("away");
});
