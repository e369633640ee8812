import { ProtocolError, SdkError, SdkErrorCode, UnauthorizedError } from "@modelcontextprotocol/client";
import type { CallLimits } from "./call-clock.ts";
import {
  causesOf,
  describeFailure,
  isSignInFailure,
  quote,
  signInSentence,
  statusOf,
} from "./describe-failure.ts";
import {
  NotReachedError,
  NotRunError,
  OutcomeUnknownError,
  RefusedError,
  TooLargeError,
  UpstreamError,
} from "./errors.ts";
import { type Hide, hideNothing } from "./hide.ts";
import { lostCode } from "./http-transport.ts";

/** By these a request is refused before anything comes of it. Any other may be said by a proxy that waited no longer. */
const refusals = [
  400, 401, 403, 404, 405, 406, 407, 410, 411, 413, 414, 415, 417, 421, 422, 423, 426, 428, 429, 431, 451,
];

type CallFailure = NotRunError | OutcomeUnknownError | UpstreamError;

/** Tells apart what did not run, what the server said no to, and what nobody can know. */
export function describeCallFailure(
  error: unknown,
  { end, limits, hide = hideNothing }: { end: AbortSignal; limits: CallLimits; hide?: Hide | undefined },
): CallFailure {
  if (
    error instanceof NotRunError ||
    error instanceof OutcomeUnknownError ||
    error instanceof UpstreamError
  ) {
    return error;
  }
  const notRun = (message: string) => new NotRunError(message, { cause: error });
  const notKnown = (reason: OutcomeUnknownError["reason"], message: string) =>
    new OutcomeUnknownError(reason, `${message} What the call did is not known.`, { cause: error });
  if (end.reason === "silent") {
    const seconds = Math.round(limits.silentMilliseconds / 1_000);
    return notKnown("timeout", `The server did not answer within ${seconds} seconds.`);
  }
  if (end.reason === "longest") {
    const minutes = Math.round(limits.longestMilliseconds / 60_000);
    return notKnown("timeout", `The server did not come to an end within ${minutes} minutes.`);
  }
  if (end.reason === "stopped") return notKnown("stopped", "The call was stopped.");
  for (const cause of causesOf(error)) {
    if (cause instanceof RefusedError || cause instanceof NotReachedError) {
      return notRun(
        `The server could not be reached, so the call was not sent: ${describeFailure(error, { hide })}`,
      );
    }
    if (cause instanceof TooLargeError) {
      return notKnown("unreadable", "The answer was larger than 10 MB and was not read.");
    }
  }
  // Before all that is told by words: these are the server's own.
  if (error instanceof ProtocolError && error.code !== lostCode) {
    return new UpstreamError(error.code, `The server answered with an error: ${quote(error.message, hide)}`);
  }
  if (isNotConnected(error)) return notRun("The server is not connected, so the call was not sent.");
  if (error instanceof UnauthorizedError) {
    return notRun("The server wants a person to sign in again, so the call was not run.");
  }
  if (isSignInFailure(error)) return notRun(`${signInSentence(error)} The call was not run.`);
  const status = statusOf(error);
  if (status !== null && refusals.includes(status)) {
    return notRun(`The server refused the request with HTTP ${status}, so the call was not run.`);
  }
  // Nested deeper than can be walked is no better than garbage.
  if (
    error instanceof RangeError ||
    (error instanceof SdkError && error.code === SdkErrorCode.InvalidResult)
  ) {
    return notKnown("unreadable", "The server answered with something that is no result.");
  }
  if (status !== null)
    return notKnown("lost", `The server answered with HTTP ${status} instead of a result.`);
  return notKnown("lost", "The connection was lost before the answer came.");
}

const isNotConnected = (error: unknown): boolean =>
  (error instanceof SdkError && error.code === SdkErrorCode.NotConnected) ||
  (error instanceof Error && !(error instanceof ProtocolError) && error.message === "Not connected");
