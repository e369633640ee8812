import { z } from "zod";
import { questionsSchema, readQuestions } from "../../policy/questions.ts";
import { type Tool, ToolError } from "../tool.ts";

/** Puts questions to the person: the call waits as a card, and the answers are its result. */
export function createAskUserTool(): Tool {
  return {
    name: "ask_user",
    title: "Ask the person",
    description:
      "Asks the person one or more questions and waits for the answers, with choices where there are some; the person can always answer in words of their own. For what you need to know, never for permission: to do something, call its tool.",
    source: "built-in",
    inputSchema: z.toJSONSchema(questionsSchema, { target: "draft-7" }),
    risk: "L0",
    asksByDefault: true,
    questions: readQuestions,
    run: async (input, { answers }) => {
      if (!answers) throw new ToolError("Nobody answered.");
      return readQuestions(input).map(({ question }, index) => ({ question, answers: answers[index] ?? [] }));
    },
  };
}
