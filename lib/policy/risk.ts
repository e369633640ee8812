import { z } from "zod";

export const riskSchema = z.enum(["L0", "L1", "L2", "L3", "L4", "L5"]);
export type Risk = z.infer<typeof riskSchema>;

/** What is left of the risk of a stranger's tool when a person is asked about each call: a band less, never below L1. */
export function composedRisk(risk: Risk, asks: boolean): Risk {
  const levels = riskSchema.options;
  const index = levels.indexOf(risk);
  return asks && index > 1 ? (levels[index - 1] ?? risk) : risk;
}

/** The words that a person reads; the level itself is for machines. */
export const riskWords: Record<Risk, string> = {
  L0: "No risk",
  L1: "Low risk",
  L2: "Medium risk",
  L3: "Elevated risk",
  L4: "High risk",
  L5: "Critical risk",
};
