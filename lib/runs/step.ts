import { newId } from "../db/new-id.ts";
import { runBudget } from "../policy/budget.ts";
import { pickTools } from "../tools/registry.ts";
import { type AskedCall, type ModelAnswer, ModelFailure } from "./ask-model.ts";
import { askWithRetries } from "./ask-with-retries.ts";
import { noticeChunk, noticeId, statusChunk } from "./chunks.ts";
import { endRun } from "./end-run.ts";
import { estimateTokens, fitContext } from "./fit-context.ts";
import { logWhileShown } from "./flush-log.ts";
import { defaultInstructions } from "./instructions.ts";
import { callKey, judgeCalls, type PlannedCall } from "./judge-calls.ts";
import type { HistoryCall, RunContext } from "./load-context.ts";
import { modelTurns } from "./model-messages.ts";
import { offeredTools } from "./offered-tools.ts";
import type { Notice, StepPart } from "./parts.ts";
import type { RunStream } from "./run-streams.ts";
import { saveStep } from "./save-step.ts";
import type { Claim, RunServices } from "./services.ts";
import { OutOfTimeError, timeLimit } from "./time-limit.ts";
import { unfinishedNotice } from "./unfinished.ts";

/** One model call, and what it asked for saved with its verdicts. The only caller of the model. */
export async function takeStep(
  services: RunServices,
  claim: Claim,
  context: RunContext,
  stream: RunStream,
  signal: AbortSignal,
): Promise<{ kind: "saved" } | { kind: "ended"; next: Claim | null }> {
  const index = context.run.step_count;
  const started = Date.now();
  const show = services.streams.show;
  const chosen = services.models.resolve(context.model);
  const registry = pickTools(services.registry, context.tools);
  const { tools, leftOut } = offeredTools(registry, context.toolSettings);
  const instructions = defaultInstructions(new Date(), services.workspacePath);
  const overhead =
    estimateTokens(instructions) +
    estimateTokens(tools.map((tool) => [tool.name, tool.description, tool.inputSchema]));
  const fitted = fitContext(modelTurns(context), chosen.contextTokens, overhead);
  // The same tools are left out of each step, and once is enough to say so.
  const leftOuts = [index === 0 ? leftOut : null, fitted.leftOut].filter((text) => text !== null);
  const notices: Notice[] = leftOuts.map((text) => ({ kind: "left-out", text }));

  stream.answering = { step: index, from: stream.entries.length };
  show(stream, [
    { type: "start-step" },
    ...notices.map((notice, position) => noticeChunk(notice, noticeId(claim.runId, index, position))),
    statusChunk("thinking", "Thinking"),
  ]);
  const logging = logWhileShown(services, claim, stream, index, () =>
    services.working.fence(claim.runId, claim.epoch + 1),
  );
  const left = runBudget.workingMilliseconds - context.run.working_milliseconds;
  const limit = timeLimit(signal, Math.max(0, left), new OutOfTimeError());
  const answer = await askWithRetries(
    {
      model: chosen.model,
      instructions,
      messages: fitted.messages,
      tools,
      signal: limit.signal,
      show: (chunk) => show(stream, [chunk]),
    },
    {
      retrying: (sentence, pause) =>
        show(stream, [statusChunk("retrying", `Trying again in ${Math.round(pause / 1000)} s: ${sentence}`)]),
      askingAgain: () => show(stream, [statusChunk("thinking", "Thinking")]),
    },
  )
    .catch((error) => {
      // A provider's library may tell in words of its own that it was stopped.
      const { reason } = limit.signal;
      const isOver = error instanceof ModelFailure && reason instanceof OutOfTimeError;
      throw isOver ? new ModelFailure(reason, error.partial) : error;
    })
    .finally(() => {
      limit.clear();
      return logging.settle();
    });

  const step = { index, finishReason: answer.finishReason, cutOff: false, notices };
  if (answer.calls.length === 0) {
    const workingMilliseconds = Date.now() - started;
    const unfinished = unfinishedNotice(answer);
    const told = unfinished ? [noticeChunk(unfinished, noticeId(claim.runId, index, notices.length))] : [];
    const all = unfinished ? [...notices, unfinished] : notices;
    const last = { ...step, parts: withCalls(answer, []), notices: all };
    return {
      kind: "ended",
      next: await endRun(services, claim, stream, {
        state: "completed",
        error: null,
        step: last,
        workingMilliseconds,
        chunks: [...told, { type: "finish-step" }, { type: "finish" }],
      }),
    };
  }
  const rejectedInRun = new Set(
    context.calls
      .filter((call) => call.run_id === claim.runId && call.state === "rejected")
      .map((call) => callKey(call.tool_name, call.arguments_digest)),
  );
  const planned = await judgeCalls(
    { database: services.database, registry, secrets: services.secrets, rejectedInRun, signal },
    withOwnIds(answer.calls, context),
  );
  const parts = withCalls(answer, planned);
  const saved = await saveStep(services, claim, stream, {
    ...step,
    parts,
    calls: planned,
    workingMilliseconds: Date.now() - started,
  });
  context.run = saved.run;
  context.lastStep = saved.calls;
  context.steps.push({
    run_id: claim.runId,
    index,
    parts,
    finish_reason: step.finishReason,
    cut_off: false,
    notices,
    created_at: "",
  });
  context.calls.push(...planned.map((call) => historyCall(claim, index, call)));
  return { kind: "saved" };
}

/** What the model said and asked for, in its own order: a provider's reasoning belongs to the call that follows it. */
function withCalls(answer: ModelAnswer, planned: PlannedCall[]): StepPart[] {
  return answer.parts.flatMap((part): StepPart[] => {
    if (part.type !== "call") return [part];
    const call = planned[part.position];
    const providerMetadata = answer.calls[part.position]?.providerMetadata;
    if (!call) return [];
    return [
      {
        type: "tool-call",
        callId: call.id,
        toolCallId: call.tool_call_id ?? call.id,
        toolName: call.tool_name,
        ...(providerMetadata ? { providerMetadata } : {}),
      },
    ];
  });
}

/** Some providers count their ids anew in each step; a page and a history need each to mean one call. */
function withOwnIds(asked: AskedCall[], context: RunContext): AskedCall[] {
  const taken = new Set(context.calls.map((call) => call.tool_call_id));
  return asked.map((call) => {
    const toolCallId =
      call.toolCallId === "" || taken.has(call.toolCallId) ? `call_${newId()}` : call.toolCallId;
    taken.add(toolCallId);
    return { ...call, toolCallId };
  });
}

const historyCall = (claim: Claim, step: number, call: PlannedCall): HistoryCall => ({
  ...call,
  run_id: claim.runId,
  step,
  note: null,
  output: null,
  output_length: null,
});
