import type { RunUse } from "../policy/budget.ts";
import { answeredChunks, endedChunks, statusChunk } from "./chunks.ts";
import { type Executed, executeCalls } from "./execute-calls.ts";
import { callKey } from "./judge-calls.ts";
import type { RunContext, Standing } from "./load-context.ts";
import type { RunStream } from "./run-streams.ts";
import type { CallState } from "./schema.ts";
import type { Claim, RunServices } from "./services.ts";

export type Finished = { executed: Executed } & (
  | { kind: "done" }
  | { kind: "rest" }
  | { kind: "again"; epoch: number }
);

/**
 * Sees the last step to its end: runs what may run, and says whether the run can go on, rests, or goes on under the
 * new epoch because the last open call was ours.
 */
export async function finishStep(
  services: RunServices,
  claim: Claim,
  standing: Standing,
  stream: RunStream,
  signal: AbortSignal,
): Promise<Finished> {
  const own = standing.lastStep;
  // An approved call runs when the whole step is answered: a takeover may come here before that.
  const answered = standing.run.open === 0;
  const ready = own.filter(({ call }) => call.state === "allowed" || (answered && call.state === "approved"));
  const isAny = (...states: CallState[]) => own.some(({ call }) => states.includes(call.state));
  if (ready.length === 0 && !isAny("rejected", "expired", "interrupted"))
    return { executed: nothing, kind: standing.run.open > 0 ? "rest" : "done" };
  if (answered) services.streams.show(stream, own.flatMap(answeredChunks));
  // Declared so by whoever took the run over: those who were listening do not know yet.
  const interrupted = own.filter(({ call }) => call.state === "interrupted");
  services.streams.show(stream, interrupted.flatMap(endedChunks));
  const executed = await executeCalls(
    services,
    { claim, stream, step: standing.run.step_count - 1, toolSettings: standing.toolSettings, signal },
    ready.map(({ call, approval, decisions }) => ({ ...call, approval, decisions })),
  );
  const run = executed.run ?? standing.run;
  if (run.epoch !== claim.epoch) return { executed, kind: "again", epoch: run.epoch };
  if (run.open > 0) {
    services.streams.show(stream, [statusChunk("waiting", "Waiting for you")]);
    return { executed, kind: "rest" };
  }
  return { executed, kind: "done" };
}

const nothing: Executed = { run: null, calls: [] };

/** The history that the model is told next has what the calls brought. */
export function noteOutcomes(context: RunContext, executed: Executed): void {
  for (const ended of executed.calls) {
    const call = context.calls.find((each) => each.id === ended.id);
    if (!call) continue;
    const { state, error, output, output_length } = ended;
    Object.assign(call, { state, error, output, output_length });
  }
  if (executed.run) context.run = executed.run;
}

/** How much of its budget a run has used. */
export function runUse(context: RunContext): RunUse {
  const own = context.calls.filter((call) => call.run_id === context.run.id);
  const steps = [...Map.groupBy(own, (call) => call.step).values()];
  const keys = steps.map((calls) =>
    calls
      .map((call) => callKey(call.tool_name, call.arguments_digest))
      .sort()
      .join(),
  );
  const before = keys.findLastIndex((key) => key !== keys.at(-1));
  const [latest] = steps.at(-1) ?? [];
  return {
    steps: context.run.step_count,
    workingMilliseconds: context.run.working_milliseconds,
    repeated: latest ? { toolName: latest.tool_name, times: keys.length - 1 - before } : null,
  };
}
