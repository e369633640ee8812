import { log } from "../log.ts";

export type Repeating = { stop(): Promise<void> };

/** Does the work again and again, never twice at once; one that fails is tried again at its next time. */
export function repeat(name: string, everyMilliseconds: number, work: () => Promise<unknown>): Repeating {
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();
  const turn = async () => {
    try {
      await work();
    } catch (error) {
      if (!stopped) log.error({ error: String(error), work: name }, "failed, and is tried again");
    }
    if (!stopped) timer = setTimeout(start, everyMilliseconds);
  };
  const start = () => {
    running = turn();
  };
  timer = setTimeout(start, everyMilliseconds);
  return {
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}
