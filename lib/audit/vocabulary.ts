/** Everything that can be recorded. A new action is declared here before it can be written. */
export const auditTypes = [
  "conversation.created",
  "conversation.updated",
  "conversation.deleted",
  "message.queued",
  "message.unqueued",
  "run.state",
  "approval.requested",
  "approval.decided",
  "call.denied",
  "call.joined",
  "call.claimed",
  "call.ended",
  "call.late_result",
  "tool.updated",
  "tool.published",
  "tool.deleted",
  "tool.reviewed",
  "secret.set",
  "secret.deleted",
  "server.added",
  "server.updated",
  "server.removed",
  "workspace.file_added",
] as const;

export type AuditType = (typeof auditTypes)[number];

/** Who did it: a person's id, or one of these. */
export const clock = { id: "clock", name: "The clock" } as const;
export const system = { id: "system", name: "Countersign" } as const;
