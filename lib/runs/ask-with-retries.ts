import { setTimeout as wait } from "node:timers/promises";
import { describeModelError } from "../models/describe-model-error.ts";
import { askModel, type ModelAnswer, ModelFailure, type ModelRequest } from "./ask-model.ts";

const pausesMilliseconds = [1_000, 3_000, 8_000];
const longestPause = 60_000;
/** What the sentence tells a person to do, we are doing. */
const advice = /\s*Retry in [^.]*\./;

/** A rate limit or a 5xx is tried again, visibly, as long as nothing of the answer was shown. */
export async function askWithRetries(
  request: ModelRequest,
  tell: { retrying: (sentence: string, milliseconds: number) => void; askingAgain: () => void },
): Promise<ModelAnswer> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await askModel(request);
    } catch (error) {
      const failure = error instanceof ModelFailure ? error : new ModelFailure(error, []);
      const described = describeModelError(failure.cause);
      const planned = pausesMilliseconds[attempt];
      // The provider knows better than we do when it will answer again.
      const pause = described.retryAfterMs ?? planned ?? 0;
      const mayRetry =
        described.retryable && failure.partial.length === 0 && planned !== undefined && pause <= longestPause;
      if (!mayRetry || request.signal.aborted) throw failure;
      tell.retrying(described.message.replace(advice, ""), pause);
      await wait(pause, undefined, { signal: request.signal }).catch(() => {
        throw new ModelFailure(request.signal.reason, []);
      });
      tell.askingAgain();
    }
  }
}
