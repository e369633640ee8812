import type { Approval } from "@/lib/approvals/schema";
import { riskWords } from "../../lib/policy/risk.ts";

const mostNamed = 5;

/** What a screen reader says of cards that just appeared; of many, the first few by name. */
export function newCardsWords(fresh: readonly Approval[]): string {
  const approvals = fresh.filter(({ kind }) => kind === "approval");
  const questions = fresh.length - approvals.length;
  const names = approvals.slice(0, mostNamed).map(({ tool }) => `${tool.name}, ${riskWords[tool.risk]}`);
  const more = approvals.length - names.length;
  const sentences = [
    questions > 1 ? `${questions} questions for you.` : questions === 1 ? "Question for you." : "",
    names.length > 0 ? `Approval required: ${names.join("; ")}${more > 0 ? `; and ${more} more` : ""}.` : "",
  ];
  return sentences.filter(Boolean).join(" ");
}
