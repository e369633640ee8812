import { mostQuestions, type Question } from "../../policy/questions.ts";

type Field = {
  type?: unknown;
  title?: unknown;
  description?: unknown;
  enum?: unknown;
  enumNames?: unknown;
  oneOf?: unknown;
  items?: { enum?: unknown; anyOf?: unknown };
};
type Content = Record<string, string | number | boolean | string[]>;

const yesAndNo = ["yes", "no"];
/** A server that wants no data wants a yes: whoever does not give it skips. */
const confirmation = "Yes, go on";

const mostMessage = 10_000;
const mostChoices = 100;
const mostOfChoice = 500;
const mostOfLabel = 2_000;
const mostInAll = 50_000;

/** A server's form as questions to a person: one a field, in its order. Null where it has more than a person reads. */
export function questionsOf(message: string, schema: Record<string, unknown>): Question[] | null {
  const fields = fieldsOf(schema);
  const isTooLong = ([name, field]: [string, Field]) =>
    labelOf(name, field).length > mostOfLabel || choicesOf(field).length > mostChoices;
  if (message.length > mostMessage || fields.length > mostQuestions || fields.some(isTooLong)) return null;
  const questions = askedOf(message, schema, fields);
  const choices = questions.flatMap((question) => question.choices);
  const words = [...questions.map(({ question }) => question), ...choices];
  const characters = words.reduce((sum, { length }) => sum + length, 0);
  if (choices.some(({ length }) => length > mostOfChoice) || characters > mostInAll) return null;
  return questions;
}

function askedOf(
  message: string,
  schema: Record<string, unknown>,
  fields: readonly [string, Field][],
): Question[] {
  if (fields.length === 0) {
    return [{ question: message, choices: [confirmation], multiple: false, answer: "choice" }];
  }
  const required: unknown[] = Array.isArray(schema.required) ? schema.required : [];
  return fields.map(([name, field], index) => {
    const number = field.type === "number" || field.type === "integer" ? field.type : null;
    const choices = field.type === "boolean" ? yesAndNo : choicesOf(field).map(({ label }) => label);
    const answer = number ?? (choices.length > 0 ? "choice" : null);
    return {
      question: index === 0 ? `${message}\n${labelOf(name, field)}` : labelOf(name, field),
      choices: number ? [] : choices,
      multiple: field.type === "array",
      ...(!required.includes(name) && { optional: true }),
      ...(answer && { answer }),
    };
  });
}

/** The answers, which fit the questions, as the form's content: what was left empty is not in it. */
export function contentOf(schema: Record<string, unknown>, answers: readonly string[][]): Content {
  const content = fieldsOf(schema).flatMap(([name, field], index): [string, Content[string]][] => {
    const given = answers[index] ?? [];
    const [answer] = given;
    return answer === undefined ? [] : [[name, fieldValue(field, answer, given)]];
  });
  // Not by assignment: a field may be called __proto__.
  return Object.fromEntries(content);
}

function fieldValue(field: Field, answer: string, all: string[]): Content[string] {
  const meant = (label: string) => choicesOf(field).find((choice) => choice.label === label)?.value ?? label;
  if (field.type === "array") return all.map(meant);
  if (field.type === "boolean") return answer === "yes";
  if (field.type === "number" || field.type === "integer") return Number(answer);
  return meant(answer);
}

function fieldsOf(schema: Record<string, unknown>): [string, Field][] {
  const { properties } = schema;
  if (typeof properties !== "object" || properties === null) return [];
  // A field that says nothing of itself takes words.
  return Object.entries(properties).map(([name, field]) => [name, Object(field)]);
}

type Choice = { value: string; label: string };

function choicesOf(field: Field): Choice[] {
  const listed = field.enum ?? field.items?.enum;
  if (Array.isArray(listed)) {
    const values = listed.filter((choice) => typeof choice === "string");
    const labels = Array.isArray(field.enumNames) ? field.enumNames : [];
    return values.map((value, index) => ({ value, label: textOr(labels[index], value) }));
  }
  const named = field.oneOf ?? field.items?.anyOf;
  if (!Array.isArray(named)) return [];
  return named.flatMap((choice: { const?: unknown; title?: unknown } | null) =>
    typeof choice?.const === "string"
      ? [{ value: choice.const, label: textOr(choice.title, choice.const) }]
      : [],
  );
}

const textOr = (text: unknown, otherwise: string): string =>
  typeof text === "string" && text !== "" ? text : otherwise;

function labelOf(name: string, { title, description }: Field): string {
  const label = textOr(title, name);
  return typeof description === "string" && description !== "" ? `${label}: ${description}` : label;
}
