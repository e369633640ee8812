import { sql } from "../db/sql.ts";
import { log } from "../log.ts";
import { fenced } from "./fenced.ts";
import { logInsert } from "./log-chunks.ts";
import type { RunStream } from "./run-streams.ts";
import type { Claim, RunServices } from "./services.ts";

const flushMilliseconds = 250;

/**
 * While an answer streams or a tool runs, what was shown goes to the log a few times a second, the last of it too, with
 * what the run is doing: for those who listen on another instance, and so that a crash keeps what was said.
 */
export function logWhileShown(
  services: RunServices,
  claim: Claim,
  stream: RunStream,
  step: number,
  whenFenced: () => void = () => {},
): { settle(): Promise<void> } {
  let flushing: Promise<void> | null = null;
  let timer: NodeJS.Timeout | null = null;
  let over = false;
  let loggedAt = Date.now();
  let loggedStatus: RunStream["status"] = null;
  const flush = async () => {
    const { next, status } = stream;
    const rows = await services.database.query(sql`
      with ${fenced(claim, services.instanceId)}, logged as (${logInsert(stream, step, [], "run", status)} returning 1)
      select id from run`);
    if (rows.length === 0) {
      over = true;
      whenFenced();
      return;
    }
    stream.saved = Math.max(stream.saved, next);
    loggedStatus = status;
    services.events.publish([{ kind: "stream", runId: claim.runId }]);
  };
  const look = () => {
    const isLogged = stream.saved >= stream.next && stream.status === loggedStatus;
    if (over || flushing || timer || isLogged) return;
    timer = setTimeout(
      () => {
        timer = null;
        loggedAt = Date.now();
        flushing = flush()
          .catch((error) => log.warn({ error: String(error), run: claim.runId }, "the log did not grow"))
          .finally(() => {
            flushing = null;
            look();
          });
      },
      Math.max(0, loggedAt + flushMilliseconds - Date.now()),
    );
  };
  const stopListening = services.streams.listen(claim.runId, look);
  look();
  return {
    async settle() {
      over = true;
      stopListening();
      if (timer) clearTimeout(timer);
      await flushing;
    },
  };
}
