import type { ProviderMetadata } from "ai";

/** What a step says, as it is stored: the provider's metadata of each part is sent back as it came. */
export type StepPart =
  | { type: "text"; text: string; providerMetadata?: ProviderMetadata }
  | { type: "reasoning"; text: string; providerMetadata?: ProviderMetadata }
  | {
      type: "tool-call";
      callId: string;
      toolCallId: string;
      toolName: string;
      providerMetadata?: ProviderMetadata;
    };

export type Notice = { kind: "cut-off" | "left-out" | "budget"; text: string };

export type StepRow = {
  run_id: string;
  index: number;
  parts: StepPart[];
  finish_reason: string | null;
  cut_off: boolean;
  notices: Notice[];
  created_at: string;
};

export const wordsOf = (parts: StepPart[]): string =>
  parts
    .filter((part) => part.type === "text")
    .map((part) => part.text)
    .join("\n");
