import { compileQuickJs, SandboxThread } from "./sandbox-thread.ts";

type Waiter = { resolve: (thread: SandboxThread) => void; reject: (error: unknown) => void };

export type SandboxPool = {
  /** A thread for one run. It comes back by `release`, or by `discard` when it was hurt or is still at work. */
  acquire: (signal: AbortSignal) => Promise<SandboxThread>;
  release: (thread: SandboxThread) => void;
  discard: (thread: SandboxThread) => Promise<void>;
  /** Ends every thread, and with it what still runs. */
  close: () => Promise<void>;
};

/** Threads are started as they are needed, and then kept. One more than needed stands by, for when one is lost. */
export function createSandboxPool({ most = 8 } = {}): SandboxPool {
  const idle: SandboxThread[] = [];
  const busy = new Set<SandboxThread>();
  const waiters: Waiter[] = [];
  let starting = 0;
  let closed = false;
  let compiled: Promise<WebAssembly.Module> | null = null;

  const hand = (thread: SandboxThread) => {
    const waiter = waiters.shift();
    if (waiter) {
      busy.add(thread);
      waiter.resolve(thread);
    } else idle.push(thread);
  };

  const start = async () => {
    starting += 1;
    try {
      compiled ??= compileQuickJs();
      const thread = await SandboxThread.start(await compiled);
      starting -= 1;
      if (closed) await thread.terminate();
      else hand(thread);
    } catch (error) {
      starting -= 1;
      compiled = null;
      for (const waiter of waiters.splice(0)) waiter.reject(error);
    }
  };

  const fill = () => {
    const wanted = Math.max(waiters.length, 1 - idle.length);
    while (!closed && starting < wanted && idle.length + busy.size + starting < most) void start();
  };

  return {
    async acquire(signal) {
      signal.throwIfAborted();
      if (closed) throw new Error("The sandbox is closed");
      let thread = idle.pop();
      while (thread?.isGone) thread = idle.pop();
      if (thread) {
        busy.add(thread);
        fill();
        return thread;
      }
      const { promise, resolve, reject } = Promise.withResolvers<SandboxThread>();
      const waiter = { resolve, reject };
      const leave = () => {
        const index = waiters.indexOf(waiter);
        if (index !== -1) waiters.splice(index, 1);
        reject(signal.reason);
      };
      signal.addEventListener("abort", leave, { once: true });
      waiters.push(waiter);
      fill();
      try {
        return await promise;
      } finally {
        signal.removeEventListener("abort", leave);
      }
    },
    release(thread) {
      busy.delete(thread);
      thread.rest();
      hand(thread);
    },
    async discard(thread) {
      busy.delete(thread);
      const terminated = thread.terminate();
      fill();
      await terminated;
    },
    async close() {
      closed = true;
      for (const waiter of waiters.splice(0)) waiter.reject(new Error("The sandbox is closed"));
      await Promise.all([...busy, ...idle.splice(0)].map((thread) => thread.terminate()));
    },
  };
}
