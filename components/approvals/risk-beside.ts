import type { Approval } from "@/lib/approvals/schema";
import { composedRisk, riskWords } from "../../lib/policy/risk.ts";

/** A server's tool has two risks, its own and what is left of it when a person is asked. Null where they are one. */
export function riskBeside({ source, risk }: Approval["tool"]): string | null {
  const asked = composedRisk(risk, source?.startsWith("mcp:") ?? false);
  if (asked === risk) return null;
  const [own, left] = [riskWords[risk], riskWords[asked]].map((words) => words.toLowerCase());
  return `${own} by itself, ${left} when a person is asked about each call.`;
}
