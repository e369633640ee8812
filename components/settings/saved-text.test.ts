import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { SavedText } from "./saved-text";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function openField(kept: number) {
  const sent: number[] = [];
  const answers: ((taken: boolean) => void)[] = [];
  const field = new SavedText<number>({
    kept,
    write: String,
    read: (text) => (/^\d+$/.test(text) ? Number(text) : undefined),
  });
  const save = (value: number) => {
    sent.push(value);
    const { promise, resolve } = Promise.withResolvers<boolean>();
    answers.push(resolve);
    return promise;
  };
  field.update(kept, save);
  return {
    field,
    sent,
    keep: (value: number) => field.update(value, save),
    answer: async (taken: boolean) => {
      answers.at(-1)?.(taken);
      await vi.advanceTimersByTimeAsync(0);
    },
    pause: () => vi.advanceTimersByTimeAsync(1_000),
  };
}

test("what was typed is saved once, after a pause or when the field is left", async () => {
  const { field, sent, pause, keep, answer } = openField(60);
  field.type("6");
  field.type("600");
  expect(sent).toEqual([]);
  field.save();
  await pause();
  field.save();
  expect(sent).toEqual([600]);
  keep(600);
  await answer(true);
  field.save();
  await pause();
  expect(sent).toEqual([600]);
});

test("a correction typed while a saving is under way stays, and is saved after it", async () => {
  const { field, sent, pause, keep, answer } = openField(60);
  field.type("600");
  await pause();
  field.type("60");
  await pause();
  expect(sent).toEqual([600]);
  keep(600);
  expect(field.text()).toBe("60");
  await answer(true);
  await pause();
  expect(sent).toEqual([600, 60]);
  keep(60);
  await answer(true);
  expect(field.text()).toBe("60");
});

test("a correction is saved also where the saving before it failed, for nobody may know what it did", async () => {
  const { field, sent, pause, answer } = openField(60);
  field.type("600");
  await pause();
  field.type("60");
  await answer(false);
  await pause();
  expect(sent).toEqual([600, 60]);
});

test("what was not taken stays, is not sent again by itself, and is when the field is left", async () => {
  const { field, sent, pause, keep, answer } = openField(60);
  field.type("600");
  await pause();
  await answer(false);
  await pause();
  expect(sent).toEqual([600]);
  keep(30);
  expect(field.text()).toBe("600");
  field.save();
  expect(sent).toEqual([600, 600]);
});

test("what the server keeps is shown where nothing else was typed, and as the server writes it", async () => {
  const { field, pause, keep, answer } = openField(60);
  keep(30);
  expect(field.text()).toBe("30");
  field.type("007");
  await pause();
  keep(7);
  await answer(true);
  expect(field.text()).toBe("7");
  field.type("");
  keep(60);
  expect(field.text()).toBe("");
});

test("left for good, it saves what is still to be saved, after the saving under way", async () => {
  const { field, sent, keep, answer } = openField(60);
  const close = field.open();
  field.type("600");
  field.save();
  field.type("6000");
  close();
  expect(sent).toEqual([600]);
  keep(600);
  await answer(true);
  expect(sent).toEqual([600, 6000]);
});

test("left for good before the pause is over, it saves at once", async () => {
  const { field, sent, pause } = openField(60);
  const close = field.open();
  field.type("600");
  close();
  expect(sent).toEqual([600]);
  await pause();
  expect(sent).toEqual([600]);
});
