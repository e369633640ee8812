import type { InputRequiredResult } from "@modelcontextprotocol/client";
import type { Client2026 } from "./connect-2026.ts";

/** The question to the first round of a call that writes this file. */
export async function askedRound(
  client: Client2026,
  name: string,
): Promise<InputRequiredResult & { requestState: string }> {
  const { question } = await client.round({ name: "write_file", arguments: { path: name, content: "" } });
  if (!question?.requestState) throw new Error("Nobody was asked.");
  return { ...question, requestState: question.requestState };
}
