import type {
  LanguageModelV4Prompt,
  LanguageModelV4ToolCall,
  LanguageModelV4ToolResultOutput,
} from "@ai-sdk/provider";
import { DemoModel } from "./demo-model.ts";

export type Line = { says: string; calls: Array<{ tool: string; input: unknown }> };

const builtIn = [
  "list_files",
  "read_file",
  "search_files",
  "current_time",
  "calculate",
  "write_file",
  "edit_file",
  "move_file",
  "fetch_url",
  "delete_file",
];

/** A stage for tests: the user speaks, the model answers over `doStream`, the results come back in its order. */
export function createPlay(tools: ReadonlyArray<string> = builtIn) {
  const model = new DemoModel({ wordDelayMilliseconds: 0 });
  const prompt: LanguageModelV4Prompt = [
    { role: "system", content: "Call the tool; Countersign asks the person." },
  ];
  let waiting: LanguageModelV4ToolCall[] = [];

  const next = async (): Promise<Line> => {
    const { stream } = await model.doStream({
      prompt: structuredClone(prompt),
      tools: tools.map((name) => ({ type: "function", name, inputSchema: { type: "object" } })),
    });
    let says = "";
    waiting = [];
    for await (const part of stream) {
      if (part.type === "text-delta") says += part.delta;
      if (part.type === "tool-call") waiting.push(part);
    }
    const calls = waiting.map((call) => ({ tool: call.toolName, input: JSON.parse(call.input) as unknown }));
    prompt.push({
      role: "assistant",
      content: [
        { type: "text", text: says },
        ...waiting.map(({ toolCallId, toolName }, index) => ({
          type: "tool-call" as const,
          toolCallId,
          toolName,
          input: calls[index]?.input,
        })),
      ],
    });
    return { says, calls };
  };

  return {
    user(text: string): Promise<Line> {
      prompt.push({ role: "user", content: [{ type: "text", text }] });
      return next();
    },
    results(...outputs: LanguageModelV4ToolResultOutput[]): Promise<Line> {
      if (outputs.length !== waiting.length) {
        throw new Error(`The model made ${waiting.length} calls, the play has ${outputs.length} results.`);
      }
      prompt.push({
        role: "tool",
        content: waiting.flatMap(({ toolCallId, toolName }, index) => {
          const output = outputs[index];
          return output ? [{ type: "tool-result" as const, toolCallId, toolName, output }] : [];
        }),
      });
      return next();
    },
  };
}

export const text = (value: string): LanguageModelV4ToolResultOutput => ({ type: "text", value });
export const json = (value: NonNullable<unknown>): LanguageModelV4ToolResultOutput => ({
  type: "json",
  value: JSON.parse(JSON.stringify(value)),
});
export const failure = (value: string): LanguageModelV4ToolResultOutput => ({ type: "error-text", value });
export const rejection = (reason?: string): LanguageModelV4ToolResultOutput =>
  failure(
    reason === undefined
      ? "Not run: the person rejected this call. Do not call it again for this request."
      : `Not run: the person rejected this call. Reason: ${reason}. Do not call it again for this request.`,
  );
