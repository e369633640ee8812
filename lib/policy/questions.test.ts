import { expect, test } from "vitest";
import { misfitOf, misfitOfOne, type Question, readQuestions } from "./questions.ts";

const one: Question = { question: "Which?", choices: ["a", "b"], multiple: false };
const several: Question = { ...one, multiple: true };
const optional: Question = { ...one, optional: true };
const closed: Question = { ...one, answer: "choice" };
const number: Question = { ...one, choices: [], answer: "number" };
const integer: Question = { ...number, answer: "integer" };
const open: Question = { question: "Why?", choices: [], multiple: false };

test.each([
  [[one], [["a"]]],
  [[one], [["something else"]]],
  [[several], [["a", "b"]]],
  [[several], [["a", "and my own words"]]],
  [[open], [["because"]]],
  [[optional], [[]]],
  [[closed], [["a"]]],
  [[number], [["-1.5"]]],
  [[integer], [["3"]]],
  [[{ ...integer, optional: true }], [[]]],
  [
    [one, open],
    [["b"], ["because"]],
  ],
])("%o takes %o", (questions, answers) => {
  expect(misfitOf(questions, answers)).toBeNull();
});

test.each([
  [[one], []],
  [[one], [["a"], ["b"]]],
  [[one], [["a", "b"]]],
  [[several], [["a", "a"]]],
  [[several], [["my words", "my other words"]]],
  [[open], [["one", "two"]]],
  [[one], [[]]],
  [[closed], [["something else"]]],
  [[number], [["a few"]]],
  [[integer], [["three"]]],
  [[integer], [["1.5"]]],
])("%o does not take %o", (questions, answers) => {
  expect(misfitOf(questions, answers)).toMatch(/^answers/);
});

test("says which of the answers does not fit, and what fits it", () => {
  expect(misfitOfOne(integer, ["1.5"])).toBe("must be a whole number, in digits");
  expect(misfitOf([open, integer], [["because"], ["1.5"]])).toBe(
    "answers.1: must be a whole number, in digits",
  );
});

test("what the model wrote becomes questions, and what is none becomes nothing", () => {
  expect(readQuestions({ questions: [{ question: "Why?" }] })).toEqual([open]);
  for (const input of [{}, { questions: [] }, { questions: [{}] }, null])
    expect(readQuestions(input)).toEqual([]);
});

test("a choice that the model repeats is one choice", () => {
  const [question] = readQuestions({ questions: [{ question: "Which?", choices: ["a", "b", "a"] }] });
  expect(question?.choices).toEqual(["a", "b"]);
});
