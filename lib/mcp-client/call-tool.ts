import {
  type CallToolResult,
  type Client,
  isInputRequiredResult,
  type Progress,
  type Tool,
} from "@modelcontextprotocol/client";
import { type CallEnd, type CallLimits, callClock } from "./call-clock.ts";
import { describeCallFailure } from "./call-failure.ts";
import type { Clock } from "./clock.ts";
import type { UpstreamTool } from "./definition.ts";
import { type Answer, type CallUnderWay, elicit, type OnElicit, type Question } from "./elicitation.ts";
import { NotRunError, OutcomeUnknownError } from "./errors.ts";
import type { Hide } from "./hide.ts";
import { readResult, type UpstreamResult } from "./result.ts";

export type CallProgress = { progress: number; total?: number; message?: string };
export type CallOptions = {
  signal?: AbortSignal;
  onProgress?: (progress: CallProgress) => void;
  onElicit?: OnElicit;
  /** The definition that was reviewed: with another one the call is not sent. */
  fingerprint?: string;
  hide?: Hide | undefined;
};

/** What a call needs to know of the connection that it goes through. */
export type CallSession = {
  client: Client;
  server: Question["server"];
  calls: Set<CallUnderWay>;
  clock: Clock;
  limits: CallLimits;
};

const mostRounds = 10;
const progressMilliseconds = 100;
// The SDK's own clock does not know of people who are asked; ours does, and ends the call by its signal.
const never = 2 ** 31 - 1;

/** Calls a tool once. Throws `NotRunError`, `OutcomeUnknownError` or `UpstreamError`, and nothing else. */
export async function callTool(
  session: CallSession,
  tool: UpstreamTool,
  input: Record<string, unknown>,
  options: CallOptions,
): Promise<UpstreamResult> {
  if (options.signal?.aborted) throw new NotRunError("Stopped before the call was sent.");
  const { client, server, clock } = session;
  const end = new AbortController();
  const stop = () => end.abort("stopped");
  options.signal?.addEventListener("abort", stop, { once: true });
  const timer = callClock(clock, session.limits, (reason: CallEnd) => end.abort(reason));
  const underWay: CallUnderWay = { onElicit: options.onElicit, signal: end.signal, pause: timer.pause };
  session.calls.add(underWay);
  let shownAt = Number.NEGATIVE_INFINITY;
  let wasTaken = false;
  const onprogress = ({ progress, total, message }: Progress) => {
    timer.restart();
    const now = clock.now();
    // A server may tell more than anyone can see.
    if (now - shownAt < progressMilliseconds) return;
    shownAt = now;
    options.onProgress?.({
      progress,
      ...(total === undefined ? {} : { total }),
      ...(message ? { message } : {}),
    });
  };
  try {
    let more: Record<string, unknown> = {};
    for (let round = 0; round < mostRounds; round += 1) {
      const result: CallToolResult = await client.callTool(
        { name: tool.originalName, arguments: input, ...more },
        {
          signal: end.signal,
          timeout: never,
          onprogress,
          allowInputRequired: true,
          toolDefinition: forHeaders(tool),
        },
      );
      if (!isInputRequiredResult(result)) return readResult(result, { hide: options.hide });
      wasTaken = true;
      timer.restart();
      more = {
        inputResponses: await answersTo(result.inputRequests ?? {}, server, underWay),
        ...(result.requestState === undefined ? {} : { requestState: result.requestState }),
      };
    }
    throw cannotGoOn(`The server asked ${mostRounds} times in one call and did not come to an end.`);
  } catch (error) {
    const failure = describeCallFailure(error, {
      end: end.signal,
      limits: session.limits,
      hide: options.hide,
    });
    throw wasTaken && failure instanceof NotRunError ? lostBetweenRounds(failure) : failure;
  } finally {
    timer.stop();
    session.calls.delete(underWay);
    options.signal?.removeEventListener("abort", stop);
    // A question that is still open has nobody who waits for its answer.
    end.abort("ended");
  }
}

/** A server that asked may have done something before it did: its call is neither "not run" nor ever sent again. */
const lostBetweenRounds = ({ cause }: NotRunError): OutcomeUnknownError =>
  new OutcomeUnknownError(
    "lost",
    "The server asked in the middle of the call, and the answer did not reach it. What the call did is not known.",
    { cause },
  );

/** No more so is one whose questions are not answered. */
const cannotGoOn = (why: string): OutcomeUnknownError =>
  new OutcomeUnknownError("unreadable", `${why} What the call did is not known.`);

async function answersTo(
  requests: Record<string, unknown>,
  server: Question["server"],
  call: CallUnderWay,
): Promise<Record<string, Answer>> {
  const answers = new Map<string, Answer>();
  // One after the other: a person reads one card at a time.
  for (const [key, request] of Object.entries(requests)) {
    const { method, params } = request as { method?: unknown; params?: unknown };
    if (method !== "elicitation/create") {
      throw cannotGoOn("The server asked for something other than an answer of a person.");
    }
    answers.set(key, await elicit(server, params, [call]));
    call.signal.throwIfAborted();
  }
  return Object.fromEntries(answers);
}

/**
 * The SDK mirrors arguments into headers where a schema asks for it. The output schema stays out: a result that does
 * not fit it is still what the call did.
 */
const forHeaders = (tool: UpstreamTool): Tool => ({
  name: tool.originalName,
  inputSchema: { ...tool.inputSchema, type: "object" },
});
