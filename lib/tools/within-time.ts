import { createContext, Script } from "node:vm";

const context = createContext(Object.create(null) as { work?: (() => unknown) | undefined });
const script = new Script("work()");

/**
 * Does work that cannot yield and may never end: it is broken off, with an error, when its time is up. This is a watch
 * over our own code on a stranger's data, and no sandbox.
 */
export function withinTime<Result>(milliseconds: number, work: () => Result): Result {
  context.work = work;
  try {
    return script.runInContext(context, { timeout: milliseconds }) as Result;
  } finally {
    context.work = undefined;
  }
}
