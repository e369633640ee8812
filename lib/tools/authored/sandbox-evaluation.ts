import type { QuickJSHandle, QuickJSRuntime, QuickJSWASMModule } from "quickjs-emscripten";
import { describeBreakdown, describeFailure, stuckSentence, timeSentence } from "./describe-failure.ts";
import { isDeeperThan } from "./json-depth.ts";
import { lendToPrelude } from "./lend-to-prelude.ts";
import type { SandboxInstance } from "./sandbox-instance.ts";
import {
  deepestResult,
  longestError,
  longestLine,
  longestResult,
  type SandboxLimits,
} from "./sandbox-limits.ts";
import type { Assignment, Ending, FromWorker, HostAnswer } from "./sandbox-messages.ts";
import { type Given, prelude } from "./sandbox-prelude.ts";

const jobsAtOnce = 1_000;

export type Evaluation = {
  start: () => void;
  answer: (id: number, answer: HostAnswer) => void;
};

/**
 * One run of one module, in an instance of QuickJS that nothing else has used or will use: so nothing in it is freed by
 * hand. Its end is posted once; after that nothing it does is heard.
 */
export function prepareEvaluation(
  { quickjs, memory }: SandboxInstance,
  assignment: Assignment,
  post: (message: FromWorker) => void,
): Evaluation {
  const { limits, grants } = assignment;
  const deadline = performance.now() + limits.milliseconds;
  let over = false;
  let pumping = false;

  const isLate = () => performance.now() > deadline;
  const end = (ending: Ending, hurt = false) => {
    if (over) return;
    over = true;
    clearTimeout(timer);
    post({ kind: "end", ending, hurt });
  };
  const fail = (error: string, { stopped = false, hurt = false } = {}) =>
    end(
      { ok: false, error: isLate() ? timeSentence(limits) : error, stopped: stopped || hurt || isLate() },
      hurt,
    );

  // For code that is only waiting; what is busy is interrupted.
  const timer = setTimeout(() => fail(timeSentence(limits)), limits.milliseconds);
  const runtime = newRuntime(quickjs, limits, () => over || isLate());
  const context = runtime.newContext();
  const lent = lendToPrelude(context, assignment, {
    isOver: () => over,
    post,
    finish: (json, length) => {
      if (length <= longestResult && isDeeperThan(json, deepestResult))
        fail(`The result is nested deeper than ${deepestResult} levels.`);
      else end({ ok: true, json, length });
    },
    fail: (failure) => {
      const { error, stopped } = describeFailure(failure, limits, memory.buffer.byteLength);
      fail(error, { stopped });
    },
  });
  const call = (inside: QuickJSHandle, name: string, ...given: QuickJSHandle[]) =>
    context.unwrapResult(context.callFunction(context.getProp(inside, name), inside, ...given));

  let inside: QuickJSHandle = context.undefined;
  const load = () => {
    const given: Given = {
      input: assignment.input,
      operations: grants.operations,
      secrets: grants.secrets,
      onlyCheck: assignment.onlyCheck,
      longestResult,
      longestLine,
      longestError,
      longestSecret: Math.max(0, ...Object.values(grants.secrets ?? {}).map(longestSpelling)),
    };
    const source = context.unwrapResult(context.evalCode(`(${prelude})`, "prelude.js", { strict: true }));
    const text = context.newString(JSON.stringify(given));
    inside = context.unwrapResult(context.callFunction(source, context.undefined, lent.handle, text));
    const module = context.evalCode(assignment.code, "tool.js", { type: "module" });
    if (module.error) call(inside, "fail", module.error);
    else call(inside, "start", module.value);
  };

  /** What is thrown here is the engine's: the prelude hands over what the author's code throws. */
  const guard = (work: () => void) => {
    try {
      work();
    } catch (error) {
      fail(describeBreakdown(error, limits), { hurt: !isLate() });
    }
  };

  /** Between jobs the worker looks at its messages, so that code which polls for an answer gets it. */
  const pump = async () => {
    if (pumping) return;
    pumping = true;
    while (!over && runtime.hasPendingJob()) {
      guard(() => runtime.executePendingJobs(jobsAtOnce).unwrap());
      if (isLate()) fail(timeSentence(limits));
      if (!over) await new Promise(setImmediate);
    }
    pumping = false;
    if (lent.openCalls() === 0) fail(stuckSentence, { stopped: true });
  };

  return {
    start: () => {
      guard(load);
      void pump();
    },
    answer: (id, answer) => {
      if (over) return;
      lent.closeCall();
      guard(() => {
        const text = context.newString(answer.ok ? answer.json : answer.error);
        call(inside, "answer", context.newNumber(id), answer.ok ? context.true : context.false, text);
      });
      void pump();
    },
  };
}

/** As it looks inside a JSON text that is inside another. */
const longestSpelling = (value: string): number => JSON.stringify(JSON.stringify(value)).length;

function newRuntime(
  quickjs: QuickJSWASMModule,
  limits: SandboxLimits,
  shouldStop: () => boolean,
): QuickJSRuntime {
  const runtime = quickjs.newRuntime();
  runtime.setMemoryLimit(limits.memoryBytes);
  runtime.setMaxStackSize(limits.stackBytes);
  runtime.setInterruptHandler(shouldStop);
  runtime.setModuleLoader((name) => ({
    error: new Error(`"${name}" cannot be imported: an authored tool is one module.`),
  }));
  return runtime;
}
