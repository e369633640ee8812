import { interruptedSentence } from "../approvals/not-run.ts";
import type { CallRow, DecisionRow } from "../db/rows.ts";
import { log } from "../log.ts";
import { storableText } from "../policy/storable-text.ts";
import { createMask, type Mask, maskSecrets } from "../tools/authored/mask-secrets.ts";
import {
  NotRunError,
  OutcomeUnknownError,
  type Progress,
  type Tool,
  type ToolContext,
  ToolError,
} from "../tools/tool.ts";
import { changedSentence } from "./last-check.ts";
import { storedOutput, storedText } from "./output.ts";
import type { RunServices } from "./services.ts";
import { timeLimit } from "./time-limit.ts";

/** How long a tool may take without a word before it is stopped, its outcome unknown. */
const longestMilliseconds = 120_000;
const tookTooLong = new Error("The tool took too long.");

export type Ending = {
  state: "succeeded" | "failed" | "interrupted" | "denied";
  result: unknown;
  error: string | null;
};

export type Dispatched = {
  call: CallRow;
  decisions: DecisionRow[];
  signal: AbortSignal;
  onProgress?: (progress: Progress) => void;
  ask?: ToolContext["ask"];
  /** What a tool brings after it was stopped. */
  late: (ending: Ending) => void;
};

/** The one place that runs tools: a call that was claimed, to its outcome. Never throws, and a stop does not wait. */
export async function dispatch(
  services: Pick<RunServices, "registry" | "secrets">,
  { call, decisions, signal, onProgress = () => {}, ask, late }: Dispatched,
): Promise<Ending> {
  const tool = services.registry.get(call.tool_name);
  if (!tool) return { state: "denied", result: null, error: "Not run: the tool is gone." };
  // Once more, with nothing between: the registry may have been read anew while the call was claimed.
  if ((tool.fingerprint ?? null) !== call.tool_fingerprint) {
    return { state: "denied", result: null, error: changedSentence(call.tool_name) };
  }
  if (signal.aborted) return interrupted;
  const limit = timeLimit(signal, tool.longestMilliseconds ?? longestMilliseconds, tookTooLong);
  let stopped = false;
  const stop = new Promise<Ending>((resolve) => {
    limit.signal.addEventListener(
      "abort",
      () => {
        stopped = true;
        resolve(interrupted);
      },
      { once: true },
    );
  });
  const mask = () => createMask(services.secrets.values());
  let hiding: Mask | null = null;
  const context = {
    signal: limit.signal,
    ground: call.ground,
    answers: decisions.find(({ decision }) => decision === "answer")?.answers ?? null,
    onProgress: (progress: Progress) => {
      limit.extend();
      if (!stopped) onProgress(shown(progress, services.secrets.values()));
    },
    // A result may have a hundred thousand words to hide.
    hide: (text: string) => {
      hiding ??= mask();
      return hiding.text(text);
    },
    ...(ask && { ask }),
  };
  const running = endingOf(tool, call, context, mask).then((ending) => {
    if (stopped && ending !== interrupted) late(ending);
    return ending;
  });
  try {
    return await Promise.race([running, stop]);
  } finally {
    limit.clear();
  }
}

const interrupted: Ending = { state: "interrupted", result: null, error: interruptedSentence };

/**
 * As it is stored. A secret that a tool gives back goes no further: not to the model, not to the page, not to the
 * database; it is masked before anything is cut, or half of it would stay.
 */
async function endingOf(
  tool: Tool,
  call: CallRow,
  context: Parameters<Tool["run"]>[1],
  mask: () => Mask,
): Promise<Ending> {
  const failed = (sentence: string): Ending => ({
    state: "failed",
    result: null,
    error: storedText(mask().text(sentence)),
  });
  try {
    const result = await tool.run(JSON.parse(call.arguments), context);
    return { state: "succeeded", result: storedOutput(mask().value(result)), error: null };
  } catch (error) {
    if (error instanceof NotRunError) return { ...failed(`Not run: ${error.message}`), state: "denied" };
    if (context.signal.aborted) return interrupted;
    if (error instanceof OutcomeUnknownError)
      return { ...failed(`${interruptedSentence} ${error.message}`), state: "interrupted" };
    if (error instanceof ToolError) return failed(`Failed: ${error.message}`);
    log.error({ error: String(error), tool: call.tool_name }, "a tool failed unexpectedly");
    return failed("Failed: the tool broke down unexpectedly. What it did until then is not known.");
  }
}

const mostProgressWords = 300;

/** A stranger's words on the page while a call runs. Masked before they are cut, or half a secret would stay. */
function shown({ message, ...progress }: Progress, secrets: Readonly<Record<string, string>>): Progress {
  if (message === null) return { ...progress, message };
  const words = storableText(maskSecrets(message, secrets));
  const long = words.length > mostProgressWords;
  return { ...progress, message: long ? `${words.slice(0, mostProgressWords)}…` : words };
}
