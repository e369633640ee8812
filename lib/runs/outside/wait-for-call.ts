import type { RunServices } from "../services.ts";
import { type FoundCall, findOutsideCall } from "./find-call.ts";

const lookAgainMilliseconds = 1_000;

const isOpen = ({ call }: FoundCall): boolean =>
  call.state === "pending" ||
  call.state === "approved" ||
  call.state === "allowed" ||
  call.state === "executing";

/** The call when it has ended, or as it stands when the time is up or the caller leaves. A reading that fails is repeated. */
export async function waitForCall(
  services: RunServices,
  id: string,
  milliseconds: number,
  signal: AbortSignal,
): Promise<FoundCall | null> {
  const until = Date.now() + milliseconds;
  let rung = false;
  let wake = () => {};
  const ring = () => {
    rung = true;
    wake();
  };
  const unsubscribe = services.events.subscribe((event) => {
    if (event.kind === "call" && event.callId === id) ring();
  });
  signal.addEventListener("abort", ring);
  try {
    for (;;) {
      rung = false;
      const [reading] = await Promise.allSettled([findOutsideCall(services.database, id)]);
      const left = until - Date.now();
      const over = left <= 0 || signal.aborted;
      if (reading.status === "rejected" && over) throw reading.reason;
      if (reading.status === "fulfilled") {
        const found = reading.value;
        if (!found || !isOpen(found) || over) return found;
        if (rung) continue;
      }
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, Math.min(left, lookAgainMilliseconds));
        wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
  } finally {
    unsubscribe();
    signal.removeEventListener("abort", ring);
  }
}
