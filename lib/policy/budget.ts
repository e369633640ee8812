/** What a run may use up before it is ended. Time spent waiting for people does not count. */
export const runBudget = { steps: 50, identicalCalls: 4, workingMilliseconds: 30 * 60_000 } as const;

export type RunUse = {
  steps: number;
  workingMilliseconds: number;
  /** How many of the latest steps asked, one after the other, for the very same calls; and for which tool. */
  repeated: { toolName: string; times: number } | null;
};

/** The last message of a run that ran away, or null while it may go on. */
export function overBudget(use: RunUse): string | null {
  if (use.repeated && use.repeated.times >= runBudget.identicalCalls) {
    return `I stopped here: ${use.repeated.toolName} was called ${use.repeated.times} times in a row with the same arguments. Tell me how to go on.`;
  }
  if (use.steps >= runBudget.steps) {
    return `I stopped here after ${use.steps} steps without coming to an end. Tell me whether to go on.`;
  }
  if (use.workingMilliseconds >= runBudget.workingMilliseconds) {
    return `I stopped here after ${Math.round(use.workingMilliseconds / 60_000)} minutes of work. Tell me whether to go on.`;
  }
  return null;
}
