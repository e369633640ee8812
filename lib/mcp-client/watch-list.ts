import type { Client } from "@modelcontextprotocol/client";
import { backOff, type Clock } from "./clock.ts";

/** What comes together is told together; a server that never stops changing is read now and then, not all the time. */
const [quietMilliseconds, restMilliseconds] = [200, 5_000];
/** How often it is looked at all the same: a server may forget to say, or not want to. */
const lookMilliseconds = 5 * 60_000;
const mostFailures = 5;

type Watch = { client: Client; clock: Clock; signal: AbortSignal; onChanged: () => void };

/**
 * Tells when a server says that its tools changed, once for as many times as it says so in a row. The older revision
 * just says it; in the newer one we listen, and listen again when that stream ends. What is said before `begin` is told
 * then.
 */
export function watchList({ client, clock, signal, onChanged }: Watch): { begin: () => void } {
  let begun = false;
  let saidBefore = false;
  let cancel: (() => void) | null = null;
  let toldAt = Number.NEGATIVE_INFINITY;
  const changed = () => {
    if (!begun) saidBefore = true;
    if (!begun || cancel !== null || signal.aborted) return;
    const rest = toldAt + restMilliseconds - clock.now();
    cancel = clock.after(Math.max(quietMilliseconds, rest), () => {
      cancel = null;
      toldAt = clock.now();
      if (!signal.aborted) onChanged();
    });
  };
  const later = (milliseconds: number, run: () => void) => {
    const stop = clock.after(milliseconds, () => {
      signal.removeEventListener("abort", stop);
      run();
    });
    signal.addEventListener("abort", stop, { once: true });
  };
  const look = () => {
    onChanged();
    later(lookMilliseconds, look);
  };
  signal.addEventListener("abort", () => cancel?.(), { once: true });
  client.setNotificationHandler("notifications/tools/list_changed", changed);
  later(lookMilliseconds, look);
  const listen = async (failures: number): Promise<void> => {
    let next = failures + 1;
    try {
      const subscription = await client.listen({ toolsListChanged: true }, { signal });
      await subscription.closed;
      next = 1;
      changed();
    } catch {
      // Counted: a server that promises a stream and never opens one is not asked for ever.
    }
    if (!signal.aborted && next <= mostFailures) later(backOff(next, clock.random), () => void listen(next));
  };
  if (client.getProtocolEra() === "modern" && client.getServerCapabilities()?.tools?.listChanged)
    void listen(0);
  return {
    begin: () => {
      begun = true;
      if (saidBefore) changed();
    },
  };
}
