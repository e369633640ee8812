import { z } from "zod";
import { type Tool, ToolError } from "../tool.ts";
import { defineTool } from "./define-tool.ts";
import { functionNames } from "./function-names.ts";

export function createCalculateTool(): Tool {
  return defineTool({
    name: "calculate",
    title: "Calculate",
    description: `Works out an arithmetic expression with numbers: + - * / % ^ ! and parentheses, the constants pi, e, tau and phi, and the functions ${functionNames.join(", ")}.`,
    input: z.strictObject({
      expression: z.string().min(1).max(1_000).describe("For example (3140 + 3320) * 1.19"),
    }),
    risk: "L0",
    asksByDefault: false,
    run: async ({ expression }) => {
      // 60 MB and half a second of the start, for a tool that few conversations need.
      const { ExpressionError, evaluateExpression } = await import("./evaluate-expression.ts");
      try {
        return { expression, result: evaluateExpression(expression) };
      } catch (error) {
        if (error instanceof ExpressionError) throw new ToolError(error.message);
        throw error;
      }
    },
  });
}
