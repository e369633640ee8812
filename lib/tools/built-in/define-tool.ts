import { z } from "zod";
import type { Risk } from "../../policy/risk.ts";
import { type Foresight, type Tool, type ToolContext, ToolError } from "../tool.ts";

type Definition<Shape extends z.ZodObject> = {
  name: string;
  title: string;
  description: string;
  input: Shape;
  risk: Risk;
  asksByDefault: boolean;
  /** A ToolError thrown here means that the call cannot succeed. */
  foresee?: (input: z.infer<Shape>, context: { signal: AbortSignal }) => Promise<Foresight>;
  run: (input: z.infer<Shape>, context: ToolContext) => Promise<unknown>;
};

/** A built-in tool from one schema: its JSON Schema for the model, its type for us. */
export function defineTool<Shape extends z.ZodObject>(definition: Definition<Shape>): Tool {
  const { input, foresee, run, ...rest } = definition;
  const tool: Tool = {
    ...rest,
    source: "built-in",
    inputSchema: z.toJSONSchema(input, { target: "draft-7" }),
    run: async (raw, context) => {
      context.signal.throwIfAborted();
      return await run(parse(input, raw), context);
    },
  };
  if (foresee) tool.foresee = (raw, context) => withoutThrowing(() => foresee(parse(input, raw), context));
  return tool;
}

function parse<Shape extends z.ZodObject>(input: Shape, raw: Record<string, unknown>): z.infer<Shape> {
  const parsed = input.safeParse(raw);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  throw new ToolError(`The arguments are invalid: ${issue?.path.join(".")} ${issue?.message}.`);
}

async function withoutThrowing(work: () => Promise<Foresight>): Promise<Foresight> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ToolError) return { possible: false, error: error.message };
    throw error;
  }
}
