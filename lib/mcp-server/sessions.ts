import type { Server, WebStandardStreamableHTTPServerTransport } from "@modelcontextprotocol/server";
import type { Principal } from "../auth/principal.ts";

export type Session = {
  principal: Principal;
  server: Server;
  transport: WebStandardStreamableHTTPServerTransport;
};

export type SessionLimits = { most: number; mostEach: number; idleSeconds: number };

export const defaultLimits: SessionLimits = { most: 1000, mostEach: 100, idleSeconds: 30 * 60 };

/** Between the requests of a handshake, or of one piece of work, a session is idle only in appearance. */
export const sparedSeconds = 5;

type Entry = Session & { id: string; openRequests: number; usedAt: number };

export type Sessions = ReturnType<typeof createSessions>;

const sweepMilliseconds = 60_000;

/** The sessions of this process. Someone else's is treated as if it were not there. */
export function createSessions(limits: SessionLimits, now: () => number) {
  // In the order of their last use, the oldest first.
  const entries = new Map<string, Entry>();

  const isIdle = (entry: Entry) => entry.openRequests === 0;
  const isOver = (entry: Entry) => isIdle(entry) && now() - entry.usedAt > limits.idleSeconds * 1000;

  function end(entry: Entry): void {
    entries.delete(entry.id);
    void entry.server.close();
  }

  const mayGiveWay = (entry: Entry) => isIdle(entry) && now() - entry.usedAt >= sparedSeconds * 1000;

  function sweep(): void {
    for (const entry of [...entries.values()].filter(isOver)) end(entry);
  }

  function use(entry: Entry): void {
    entry.usedAt = now();
    entries.delete(entry.id);
    entries.set(entry.id, entry);
  }

  /** Clients rarely say goodbye: the one that was silent the longest gives way, but none in the middle of something. */
  function makeRoomAmong(candidates: Entry[], most: number): boolean {
    if (candidates.length < most) return true;
    const oldest = candidates.find(mayGiveWay);
    if (oldest) end(oldest);
    return oldest !== undefined;
  }

  const timer = setInterval(sweep, sweepMilliseconds);
  timer.unref();

  return {
    /** False when everything that could give way is in use, or was a moment ago. */
    makeRoom(principal: Principal): boolean {
      sweep();
      const own = [...entries.values()].filter((entry) => entry.principal.id === principal.id);
      return makeRoomAmong(own, limits.mostEach) && makeRoomAmong([...entries.values()], limits.most);
    },
    add(id: string, session: Session): void {
      entries.set(id, { ...session, id, openRequests: 0, usedAt: now() });
    },
    remove(id: string): void {
      entries.delete(id);
    },
    find(id: string, principal: Principal): Session | null {
      const entry = entries.get(id);
      if (!entry || entry.principal.id !== principal.id) return null;
      if (!isOver(entry)) return entry;
      end(entry);
      return null;
    },
    /** In use until the function that comes back is called: a session is not idle while a stream of it is open. */
    hold(id: string): () => void {
      const entry = entries.get(id);
      if (!entry) return () => {};
      entry.openRequests += 1;
      use(entry);
      return () => {
        entry.openRequests -= 1;
        if (entries.get(id) === entry) use(entry);
      };
    },
    all: (): Session[] => [...entries.values()],
    async close(): Promise<void> {
      clearInterval(timer);
      const servers = [...entries.values()].map(({ server }) => server);
      entries.clear();
      await Promise.all(servers.map((server) => server.close()));
    },
  };
}
