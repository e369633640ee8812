import type { Server } from "./server.ts";
import { newConversation } from "./stage.ts";
import { waitUntil } from "./wait-until.ts";

export type Shown = { event: string; data: string; at: number };
export type Listener = { shown: Shown[]; leave: () => Promise<void> };

/** What one who listens to a stream has been shown so far. */
export function listen(server: Server, path: string): Listener {
  const leaving = new AbortController();
  const shown: Shown[] = [];
  const listening = (async () => {
    for await (const { event, data } of server.api.readStream(path, { signal: leaving.signal })) {
      shown.push({ event, data, at: Date.now() });
    }
  })().catch((error: unknown) => {
    if (!leaving.signal.aborted) throw error;
  });
  return {
    shown,
    leave: async () => {
      leaving.abort();
      await listening;
    },
  };
}

/** The same for `/events`, once it is sure that whatever happens from now on is heard. */
export async function listenToEvents(server: Server): Promise<Listener> {
  const listener = listen(server, "/events");
  await waitUntil("it hears what happens", async () => {
    await newConversation(server);
    return listener.shown.length > 0;
  });
  return listener;
}

export const mentions = ({ shown }: Listener, words: string): boolean =>
  shown.some(({ event, data }) => event.includes(words) || data.includes(words));
