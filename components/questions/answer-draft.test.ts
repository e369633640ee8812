import { expect, test } from "vitest";
import { misfitOf } from "../../lib/policy/questions.ts";
import { answersOf, choose, draftOf, emptyDraft, write } from "./answer-draft";

const single = { question: "Which?", choices: ["red", "blue"], multiple: false };
const multiple = { ...single, multiple: true };

test("a single choice gives way to the next, and to words of one's own", () => {
  const red = choose(emptyDraft, "red", true, single);
  expect(answersOf(choose(red, "blue", true, single), single)).toEqual(["blue"]);
  const written = write(red, "green", single);
  expect(answersOf(written, single)).toEqual(["green"]);
  expect(answersOf(choose(written, "blue", true, single), single)).toEqual(["blue"]);
});

test("several choices keep their order, and words come last", () => {
  const both = choose(choose(emptyDraft, "blue", true, multiple), "red", true, multiple);
  expect(answersOf(write(both, " green ", multiple), multiple)).toEqual(["red", "blue", "green"]);
  expect(answersOf(choose(both, "red", false, multiple), multiple)).toEqual(["blue"]);
});

test("spaces are no answer, and take no choice back", () => {
  const red = choose(emptyDraft, "red", true, single);
  expect(answersOf(write(red, "  ", single), single)).toEqual(["red"]);
  expect(answersOf(write(emptyDraft, " ", single), single)).toEqual([]);
});

test("a choice that is also written counts once, so that the server takes it", () => {
  const twice = write(choose(emptyDraft, "red", true, multiple), "red", multiple);
  expect(misfitOf([multiple], [answersOf(twice, multiple)])).toBeNull();
});

test("what was answered shows as it was filled in", () => {
  const filled = write(choose(emptyDraft, "red", true, multiple), "green", multiple);
  expect(draftOf(answersOf(filled, multiple), multiple)).toEqual(filled);
});
