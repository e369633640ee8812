import { z } from "zod";

export const mostQuestions = 50;

/** What `ask_user` asks, as the model writes it. */
export const questionsSchema = z.strictObject({
  questions: z
    .array(
      z.strictObject({
        question: z.string().min(1).max(2_000).describe("What you want to know, in one sentence"),
        choices: z.array(z.string().min(1).max(500)).max(20).optional().describe("Answers to choose from"),
        multiple: z.boolean().optional().describe("Whether several of the choices may be chosen"),
      }),
    )
    .min(1)
    .max(10),
});

export type Question = {
  question: string;
  choices: string[];
  multiple: boolean;
  /** A field of a server's form that may be left empty. */
  optional?: boolean | undefined;
  /** What alone such a field takes; words of one's own where nothing is said. */
  answer?: "choice" | "number" | "integer" | undefined;
};

/** A server's form may have more fields than a model may ask questions, and says what fits them. */
const storedSchema = z.object({
  questions: z
    .array(
      z.object({
        question: z.string(),
        choices: z.array(z.string()).optional(),
        multiple: z.boolean().optional(),
        optional: z.boolean().optional(),
        answer: z.enum(["choice", "number", "integer"]).optional(),
      }),
    )
    .min(1)
    .max(mostQuestions),
});

/** A choice that is given twice is one choice: there is no telling the two apart in an answer. */
export const readQuestions = (input: unknown): Question[] => {
  const parsed = storedSchema.safeParse(input);
  if (!parsed.success) return [];
  return parsed.data.questions.map(({ choices = [], multiple = false, ...question }) => ({
    ...question,
    choices: [...new Set(choices)],
    multiple,
  }));
};

const isNumber = (text: string): boolean => text.trim() !== "" && Number.isFinite(Number(text));

/** What is wrong with the answers to these questions, or null. Words of one's own are an answer, where nothing else is wanted. */
export function misfitOf(questions: readonly Question[], answers: readonly string[][]): string | null {
  if (answers.length !== questions.length) {
    return `answers: ${questions.length} ${questions.length === 1 ? "question needs" : "questions need"} as many lists of answers`;
  }
  for (const [index, question] of questions.entries()) {
    const misfit = misfitOfOne(question, answers[index] ?? []);
    if (misfit) return `answers.${index}: ${misfit}`;
  }
  return null;
}

/** What is wrong with the answers to one question, or null. */
export function misfitOfOne(
  { choices, multiple, optional = false, answer }: Question,
  given: readonly string[],
): string | null {
  const written = given.filter((each) => !choices.includes(each));
  if (given.length === 0 && !optional) return "needs an answer";
  if (new Set(given).size !== given.length) return "the same answer twice";
  if (!multiple && given.length > 1) return `one answer, not ${given.length}`;
  if (written.length > 1) return "more than one answer that is not among the choices";
  if (answer === "choice" && written.length > 0) return "must be among the choices";
  if (answer === "number" && !given.every(isNumber)) return "must be a number, in digits";
  if (answer === "integer" && !given.every((each) => isNumber(each) && Number.isInteger(Number(each)))) {
    return "must be a whole number, in digits";
  }
  return null;
}
