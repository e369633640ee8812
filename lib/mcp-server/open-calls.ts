import { setTimeout as delay } from "node:timers/promises";

/** The calls that are being answered, so that closing can wait until each has left the database in order. */
export type OpenCalls = {
  track<T>(call: Promise<T>): Promise<T>;
  /** Those that end soon: a tool that does not heed its signal must not hold up a stop. */
  settled(): Promise<void>;
};

export function createOpenCalls(patienceMilliseconds = 3000): OpenCalls {
  const open = new Set<Promise<unknown>>();
  return {
    track(call) {
      open.add(call);
      const forget = () => open.delete(call);
      call.then(forget, forget);
      return call;
    },
    async settled() {
      await Promise.race([Promise.allSettled(open), delay(patienceMilliseconds, undefined, { ref: false })]);
    },
  };
}
