import type { UIMessageChunk } from "ai";
import { LostConnectionError } from "../db/lost-connection.ts";
import type { OnlyCall } from "../events/events.ts";
import { log } from "../log.ts";
import { describeModelError } from "../models/describe-model-error.ts";
import { safeQuote } from "../models/safe-quote.ts";
import { overBudget, runBudget } from "../policy/budget.ts";
import { ModelFailure } from "./ask-model.ts";
import { breakOff } from "./break-off.ts";
import { noticeChunk, noticeId, startChunk } from "./chunks.ts";
import { endRun } from "./end-run.ts";
import { loadContext, type RunContext } from "./load-context.ts";
import { partialFromStream } from "./partial-answer.ts";
import type { Notice, StepPart } from "./parts.ts";
import { finishStep, noteOutcomes, runUse } from "./run-progress.ts";
import type { RunStream } from "./run-streams.ts";
import type { Claim, RunServices } from "./services.ts";
import { takeStep } from "./step.ts";
import { OutOfTimeError } from "./time-limit.ts";
import { FencedError } from "./working-runs.ts";

/** What follows from a step: a pause is a value, not an exception. */
type Next = { kind: "rest" } | { kind: "again"; epoch: number } | { kind: "ended"; next: Claim | null };

/** What whoever starts or takes a run has read of it already: all of it, or the one call that was answered. */
type Known = { context?: RunContext; only?: OnlyCall };

/** Takes the run on from where the database says it stands, until it rests or ends. Never throws. */
export function driveRun(services: RunServices, claim: Claim, known: Known = {}): void {
  services.working.add(claim.runId, claim.epoch, async (signal) => {
    const next = await drive(services, claim, known, signal);
    if (next) driveRun(services, next);
  });
}

/** The claim under which to go on: of the same run in a new epoch, or of the next one. Never throws. */
async function drive(
  services: RunServices,
  claim: Claim,
  known: Known,
  signal: AbortSignal,
): Promise<Claim | null> {
  // Opened before anything is awaited: whoever asks for the stream next finds it here, and not in the log.
  const stream = services.streams.open(claim.runId, claim.epoch);
  let resting = false;
  try {
    const loading = known.context ?? loadContext(services.database, claim.runId, claim.epoch);
    const context = known.only
      ? await finishMeanwhile(services, claim, known.only, loading, stream, signal)
      : await loading;
    if (!context) return null;
    services.streams.show(
      stream,
      context.run.step_count === 0 ? [startChunk(context.run)] : cutOffChunks(context),
    );
    const outcome = await advance(services, claim, context, stream, signal);
    resting = outcome.kind !== "again";
    if (outcome.kind === "rest") return null;
    return outcome.kind === "ended" ? outcome.next : { ...claim, epoch: outcome.epoch };
  } catch (error) {
    if (error instanceof FencedError || signal.aborted) return null;
    // Nobody knows what of it was saved: it is taken over like the run of an instance that is gone.
    if (error instanceof LostConnectionError) {
      log.warn({ run: claim.runId }, "a run goes on when the database is back");
      return null;
    }
    const cause = error instanceof Error ? error.stack : String(error);
    log.error({ error: cause, run: claim.runId }, "a run broke off");
    await breakOff(services, claim).catch((failure) =>
      log.error({ error: String(failure), run: claim.runId }, "and could not be failed"),
    );
    return null;
  } finally {
    services.streams.close(stream, resting);
    services.events.publish([{ kind: "stream", runId: claim.runId }]);
  }
}

/** The call that was answered needs nothing of the history: it runs while that is being read. */
async function finishMeanwhile(
  services: RunServices,
  claim: Claim,
  { run, toolSettings, ...answered }: OnlyCall,
  loading: RunContext | Promise<RunContext | null>,
  stream: RunStream,
  signal: AbortSignal,
): Promise<RunContext | null> {
  const standing = { run, toolSettings, lastStep: [answered] };
  const finishing = finishStep(services, claim, standing, stream, signal);
  // A reading that fails does not end a call that runs.
  await Promise.allSettled([loading, finishing]);
  const [context, finished] = await Promise.all([loading, finishing]);
  if (context) noteOutcomes(context, finished.executed);
  return context && { ...context, lastStep: [] };
}

/** A takeover marks the step that its instance could not finish: those who were listening do not know yet. */
function cutOffChunks({ run, steps }: RunContext): UIMessageChunk[] {
  const last = steps.findLast((step) => step.run_id === run.id);
  if (!last?.cut_off) return [];
  return last.notices.map((notice, position) => noticeChunk(notice, noticeId(run.id, last.index, position)));
}

async function advance(
  services: RunServices,
  claim: Claim,
  context: RunContext,
  stream: RunStream,
  signal: AbortSignal,
): Promise<Next> {
  for (;;) {
    const finished = await finishStep(services, claim, context, stream, signal);
    noteOutcomes(context, finished.executed);
    if (finished.kind !== "done") return finished;
    const tooMuch = overBudget(runUse(context));
    if (tooMuch) return end(services, claim, context, stream, { said: [], why: tooMuch, worked: 0 });
    const started = Date.now();
    try {
      const step = await takeStep(services, claim, context, stream, signal);
      if (step.kind === "ended") return step;
    } catch (error) {
      if (!(error instanceof ModelFailure) || signal.aborted) throw error;
      const worked = Date.now() - started;
      const why = error.cause instanceof OutOfTimeError ? outOfTime(context) : null;
      if (why) return end(services, claim, context, stream, { said: error.partial, why, worked });
      return fail(services, claim, context, stream, error, worked);
    }
  }
}

const outOfTime = (context: RunContext): string | null =>
  overBudget({ ...runUse(context), workingMilliseconds: runBudget.workingMilliseconds });

/** Last words of our own, after what the model had said. */
async function end(
  services: RunServices,
  claim: Claim,
  context: RunContext,
  stream: RunStream,
  { said, why, worked }: { said: StepPart[]; why: string; worked: number },
): Promise<Next> {
  const index = context.run.step_count;
  const notice: Notice = { kind: "budget", text: why };
  const { notices } = partialFromStream(stream);
  const next = await endRun(services, claim, stream, {
    state: "completed",
    error: null,
    step: {
      index,
      parts: [...said, { type: "text", text: why }],
      finishReason: "budget",
      cutOff: said.length > 0,
      notices: [...notices, notice],
    },
    workingMilliseconds: worked,
    chunks: [noticeChunk(notice, noticeId(claim.runId, index, notices.length)), { type: "finish" }],
  });
  return { kind: "ended", next };
}

async function fail(
  services: RunServices,
  claim: Claim,
  context: RunContext,
  stream: RunStream,
  failure: ModelFailure,
  workingMilliseconds: number,
): Promise<Next> {
  const { code, message } = describeModelError(failure.cause);
  log.warn({ run: claim.runId, code, cause: safeQuote(String(failure.cause)) }, "a model call failed");
  const notice: Notice = { kind: "cut-off", text: "The answer was cut off here." };
  const index = context.run.step_count;
  const cut = failure.partial.length > 0;
  const { notices } = partialFromStream(stream);
  const step = cut
    ? { index, parts: failure.partial, finishReason: null, cutOff: true, notices: [...notices, notice] }
    : null;
  await endRun(services, claim, stream, {
    state: "failed",
    error: { code, message },
    step,
    workingMilliseconds,
    chunks: [
      ...(cut ? [noticeChunk(notice, noticeId(claim.runId, index, notices.length))] : []),
      { type: "error", errorText: message },
    ],
  });
  return { kind: "ended", next: null };
}
