import { parentPort, workerData } from "node:worker_threads";
import { type Evaluation, prepareEvaluation } from "./sandbox-evaluation.ts";
import { newSandboxInstance } from "./sandbox-instance.ts";
import { defaultLimits } from "./sandbox-limits.ts";
import type { Assignment, FromWorker, ToWorker } from "./sandbox-messages.ts";

/** The thread that authored code runs in: one run at a time, each in an instance of its own that is made beforehand. */
const newInstance = (memoryBytes = defaultLimits.memoryBytes) =>
  newSandboxInstance(workerData.wasmModule, memoryBytes);
let next = newInstance();
let current: Evaluation | null = null;

const post = (message: FromWorker) => {
  parentPort?.postMessage(message);
  if (message.kind !== "end") return;
  current = null;
  next = newInstance();
};

async function begin(assignment: Assignment): Promise<void> {
  const { memoryBytes } = assignment.limits;
  const instance = await (memoryBytes === defaultLimits.memoryBytes ? next : newInstance(memoryBytes));
  current = prepareEvaluation(instance, assignment, post);
  current.start();
}

parentPort?.on("message", (message: ToWorker) => {
  if (message.kind === "answer") current?.answer(message.id, message);
  else void begin(message);
});
await next;
post({ kind: "ready" });
