import type {
  LanguageModelV4CallOptions,
  LanguageModelV4Message,
  LanguageModelV4Prompt,
} from "@ai-sdk/provider";
import { readOutcome } from "./read-outcome.ts";
import type { Outcome, Step, Turn } from "./turn.ts";

/** The model has no memory: what it does next follows from the prompt alone. */
export function readTurn({ prompt, tools }: Pick<LanguageModelV4CallOptions, "prompt" | "tools">): Turn {
  const lastUser = prompt.findLastIndex((message) => message.role === "user");
  const outcomes = readOutcomes(prompt);
  const before = prompt.slice(0, Math.max(0, lastUser));
  return {
    text: lastUser < 0 ? "" : textOf(prompt[lastUser]),
    steps: readSteps(prompt.slice(lastUser + 1), outcomes),
    earlier: latestCalls(before, outcomes),
    tools: new Set(tools?.map((tool) => tool.name)),
  };
}

function readOutcomes(prompt: LanguageModelV4Prompt): Map<string, Outcome> {
  const outcomes = new Map<string, Outcome>();
  for (const message of prompt) {
    if (message.role !== "tool" && message.role !== "assistant") continue;
    for (const part of message.content) {
      if (part.type === "tool-result") outcomes.set(part.toolCallId, readOutcome(part.output));
    }
  }
  return outcomes;
}

function readSteps(messages: LanguageModelV4Prompt, outcomes: Map<string, Outcome>): Step[] {
  const steps: Step[] = [];
  for (const message of messages) {
    if (message.role !== "assistant") continue;
    const calls = message.content.filter((part) => part.type === "tool-call");
    if (calls.length === 0) continue;
    steps.push(
      calls.map((call) => ({
        tool: call.toolName,
        input: call.input,
        outcome: outcomes.get(call.toolCallId) ?? { kind: "interrupted" },
      })),
    );
  }
  return steps;
}

function latestCalls(messages: LanguageModelV4Prompt, outcomes: Map<string, Outcome>): Step {
  let end = messages.length;
  while (end > 0) {
    const user = messages.findLastIndex((message, index) => index < end && message.role === "user");
    const calls = readSteps(messages.slice(user + 1, end), outcomes).flat();
    if (calls.length > 0) return calls;
    end = user;
  }
  return [];
}

function textOf(message: LanguageModelV4Message | undefined): string {
  if (message?.role !== "user") return "";
  return message.content
    .map((part) => (part.type === "text" ? part.text : ""))
    .join("\n")
    .trim();
}
