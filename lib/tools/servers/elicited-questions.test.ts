import { expect, test } from "vitest";
import { misfitOf } from "../../policy/questions.ts";
import { contentOf, questionsOf } from "./elicited-questions.ts";

const form = {
  type: "object",
  required: ["name", "size", "count", "sure"],
  properties: {
    name: { type: "string", title: "Your name", description: "as on the card" },
    size: { type: "string", enum: ["small", "large"] },
    count: { type: "integer" },
    sure: { type: "boolean" },
    colours: {
      type: "array",
      items: {
        anyOf: [
          { const: "r", title: "red" },
          { const: "b", title: "blue" },
        ],
      },
    },
  },
};

const choice = (fill: string) => ({ type: "string", enum: ["a", fill] });
const many = (count: number, field: unknown) =>
  Object.fromEntries(Array.from({ length: count }, (_, n) => [`field-${n}`, field]));
test.each<[string, Record<string, unknown>, boolean]>([
  ["a hundred choices", { a: { enum: Array.from({ length: 100 }, String) } }, true],
  ["more", { a: { enum: Array.from({ length: 101 }, String) } }, false],
  ["more with names", { a: { oneOf: Array.from({ length: 101 }, (_, n) => ({ const: `${n}` })) } }, false],
  ["more in a list", { a: { items: { enum: Array.from({ length: 101 }, String) } } }, false],
  ["more beside a list that is none", { a: { enum: "a", oneOf: Array(101).fill({ const: "a" }) } }, false],
  ["a choice of 500 characters", { a: choice("x".repeat(500)) }, true],
  ["a longer one", { a: choice("x".repeat(501)) }, false],
  ["a label of 2,000 characters", { a: { title: "x".repeat(2_000) } }, true],
  ["a longer one of the label", { a: { title: "x", description: "x".repeat(2_000) } }, false],
  ["a name that is longer", { ["x".repeat(2_001)]: {} }, false],
  ["50 long fields", many(50, { title: "x".repeat(900) }), true],
  ["50 longer ones", many(50, { title: "x".repeat(1_001) }), false],
])("a form with %s is asked: it is what a person reads", (_, properties, isAsked) => {
  expect(questionsOf("Which?", { type: "object", properties }) !== null).toBe(isAsked);
});

test("each field is a question, and the message stands before the first", () => {
  expect(questionsOf("Please fill in.", form)).toEqual([
    { question: "Please fill in.\nYour name: as on the card", choices: [], multiple: false },
    { question: "size", choices: ["small", "large"], multiple: false, answer: "choice" },
    { question: "count", choices: [], multiple: false, answer: "integer" },
    { question: "sure", choices: ["yes", "no"], multiple: false, answer: "choice" },
    { question: "colours", choices: ["red", "blue"], multiple: true, optional: true, answer: "choice" },
  ]);
});

test("the answers become the fields' values", () => {
  expect(contentOf(form, [["Ada"], ["large"], ["3"], ["yes"], ["red", "blue"]])).toEqual({
    name: "Ada",
    size: "large",
    count: 3,
    sure: true,
    colours: ["r", "b"],
  });
});

test("what was left empty is not in the content", () => {
  expect(contentOf(form, [["Ada"], ["large"], ["3"], ["no"], []])).toEqual({
    name: "Ada",
    size: "large",
    count: 3,
    sure: false,
  });
});

test.each([
  ["a number that is none", [["Ada"], ["large"], ["three"], ["yes"], ["red"]], "answers.2: must be a whole"],
  ["half of a whole number", [["Ada"], ["large"], ["1.5"], ["yes"], ["red"]], "answers.2: must be a whole"],
  ["neither yes nor no", [["Ada"], ["large"], ["3"], ["perhaps"], ["red"]], "answers.3: must be among"],
  ["a size of one's own", [["Ada"], ["huge"], ["3"], ["yes"], []], "answers.1: must be among"],
  ["what is needed left empty", [[], ["large"], ["3"], ["yes"], []], "answers.0: needs an answer"],
  ["an answer too few", [["Ada"], ["large"], ["3"], ["yes"]], "answers: 5 questions need"],
])("%s does not fit, and the person is told", (_what, answers, misfit) => {
  expect(misfitOf(questionsOf("Please fill in.", form) ?? [], answers)).toContain(misfit);
});

test("a form with a longer message than a person reads is asked of nobody", () => {
  expect(questionsOf("x".repeat(10_000), form)).toHaveLength(5);
  expect(questionsOf("x".repeat(10_001), form)).toBeNull();
});

test("a form with more fields than a person answers is asked of nobody", () => {
  const fields = (count: number) => ({
    properties: Object.fromEntries(Array.from({ length: count }, (_, n) => [`field${n}`, true])),
  });
  expect(questionsOf("Please fill in.", fields(50))).toHaveLength(50);
  expect(questionsOf("Please fill in.", fields(51))).toBeNull();
});

test("a field may have any name", () => {
  const schema = JSON.parse('{"properties":{"__proto__":{"type":"string"},"constructor":{"type":"string"}}}');
  const content = contentOf(schema, [["one"], ["two"]]);
  expect(JSON.stringify(content)).toBe('{"__proto__":"one","constructor":"two"}');
});

test("a form without fields wants a yes and nothing else", () => {
  const questions = questionsOf("Go on?", { type: "object", properties: {} }) ?? [];
  expect(questions).toEqual([
    { question: "Go on?", choices: ["Yes, go on"], multiple: false, answer: "choice" },
  ]);
  expect(contentOf({}, [["Yes, go on"]])).toEqual({});
  expect(misfitOf(questions, [["well, no"]])).toContain("must be among");
});
