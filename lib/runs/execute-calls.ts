import type { ApprovalRow, CallRow, DecisionRow, RunRow } from "../db/rows.ts";
import { log } from "../log.ts";
import type { ToolSettingsRow } from "../tools/tool-settings.ts";
import { callChunk, endedChunks, progressChunk, statusChunk } from "./chunks.ts";
import { type ClaimRequest, claimCalls } from "./claim-calls.ts";
import { dispatch, type Ending } from "./dispatch.ts";
import { logWhileShown } from "./flush-log.ts";
import { lastCheck, refusedSince } from "./last-check.ts";
import { askerFor } from "./outside/ask-in-chat.ts";
import type { RunStream } from "./run-streams.ts";
import { type EndedCall, type Outcome, recordLate, saveResults } from "./save-results.ts";
import type { Claim, RunServices } from "./services.ts";
import { FencedError } from "./working-runs.ts";

/** A call that may run: allowed, or approved by a person, whose approval it carries. */
export type ReadyCall = {
  id: string;
  tool_name: string;
  arguments: string;
  arguments_digest: string;
  ground: string | null;
  tool_fingerprint: string | null;
  approval: ApprovalRow | null;
  decisions: DecisionRow[];
};

export type Executed = { run: RunRow | null; calls: EndedCall[] };

type Execution = {
  claim: Claim;
  stream: RunStream;
  step: number;
  toolSettings: ToolSettingsRow[];
  signal: AbortSignal;
};

/**
 * The calls of a step that may run. Each is checked once more, claimed in the database, dispatched, and its outcome
 * saved; calls of a step run side by side, and outcomes that come together are saved together.
 */
export async function executeCalls(
  services: RunServices,
  execution: Execution,
  ready: ReadyCall[],
): Promise<Executed> {
  if (ready.length === 0) return { run: null, calls: [] };
  const { claim, stream } = execution;
  const byId = new Map(ready.map((call) => [call.id, call]));
  const refusals = new Map<string, string>();
  const requests = await Promise.all(
    ready.map(async (call): Promise<ClaimRequest> => {
      const set = execution.toolSettings.find((row) => row.tool_name === call.tool_name);
      const decisions = call.approval === null ? null : call.decisions;
      const refusal = await lastCheck(services, set, { ...call, decisions }, execution.signal);
      if (refusal === null) return { id: call.id, state: "executing", error: null };
      // One that needed no approval is counted as open: it is claimed, not dispatched, and ended like any other.
      if (call.approval === null) refusals.set(call.id, refusal);
      return { id: call.id, state: call.approval === null ? "executing" : "denied", error: refusal };
    }),
  );
  const claims = await claimCalls(services, claim, requests);
  if (claims.length === 0) throw new FencedError();
  for (const each of claims) {
    const refusal = refusedSince(services, each, byId.get(each.call.id)?.approval !== null);
    if (refusal !== null && !refusals.has(each.call.id)) refusals.set(each.call.id, refusal);
  }
  const claimed = claims.map(({ call }) => call);
  const withApproval = (call: CallRow) => {
    const known = byId.get(call.id);
    return { call, approval: known?.approval ?? null, decisions: known?.decisions ?? [] };
  };
  const done: EndedCall[] = [];
  let run: RunRow | null = null;
  let workedUntil = Date.now();
  const asker = askerFor(services, claim.conversationId);
  const save = async (outcomes: Outcome[]) => {
    const passed = Date.now() - workedUntil;
    const worked = Math.max(0, passed - asker.takeThinkingTime());
    workedUntil += passed;
    const ended = outcomes.flatMap(({ id, state, result, error }) =>
      claimed.filter((call) => call.id === id).map((call) => ({ ...call, state, result, error })),
    );
    const chunks = (calls: CallRow[]) => calls.flatMap((call) => endedChunks(withApproval(call)));
    const saved = await saveResults(services, claim, stream, execution.step, outcomes, chunks(ended), worked);
    services.streams.show(stream, chunks(saved.calls));
    stream.saved = stream.next;
    services.events.publish([{ kind: "stream", runId: claim.runId }]);
    run = saved.run;
    done.push(...saved.calls);
  };

  const running = claimed.filter((call) => call.state === "executing");
  const denied = claimed.filter((call) => call.state === "denied");
  services.streams.show(stream, [
    ...claimed.flatMap((call) =>
      call.state === "denied" ? endedChunks(withApproval(call)) : [callChunk(withApproval(call))],
    ),
    ...(running[0]
      ? [statusChunk("executing", `Running ${running.map((call) => call.tool_name).join(", ")}`)]
      : []),
  ]);
  done.push(...denied.map((call) => ({ ...call, output: null, output_length: null })));

  const logging = logWhileShown(services, claim, stream, execution.step);
  const ended: Outcome[] = [];
  const failures: unknown[] = [];
  let saving: Promise<void> = Promise.resolve();
  await Promise.all(
    running.map(async (call) => {
      const counted = byId.get(call.id)?.approval === null;
      const refusal = refusals.get(call.id);
      const ending: Ending = refusal
        ? { state: "denied", result: null, error: refusal }
        : await dispatch(services, {
            call,
            decisions: byId.get(call.id)?.decisions ?? [],
            signal: execution.signal,
            ask: asker.ask,
            onProgress: (progress) => services.streams.show(stream, [progressChunk(call, progress)]),
            late: (late) => {
              recordLate(services, claim, [{ id: call.id, ...late }]).catch((error) =>
                log.warn({ error: String(error) }, "a late result was not recorded"),
              );
            },
          });
      ended.push({ id: call.id, counted, ...ending });
      // One after the other, each with all that has ended by then; one that fails does not take the next with it.
      saving = saving
        .catch(() => {})
        .then(async () => {
          if (ended.length > 0) await save(ended.splice(0));
        });
      await saving.catch((error) => {
        if (error instanceof FencedError) throw error;
        failures.push(error);
      });
    }),
  ).finally(() => logging.settle());
  if (failures.length > 0) throw failures[0];
  return { run, calls: done };
}
