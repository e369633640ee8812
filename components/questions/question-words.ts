import type { Approval } from "@/lib/approvals/schema";

const words: Record<Approval["status"], string> = {
  pending: "waiting",
  approved: "answered",
  rejected: "skipped",
  expired: "expired",
  cancelled: "cancelled",
};

export function questionStateWord(status: Approval["status"]): string {
  return words[status];
}
