import type { Effects } from "./effects.ts";
import { createHttpClient } from "./http-client.ts";
import { filesOf, newFile, order } from "./script.ts";
import type { Side } from "./side.ts";

export function floorSide(url: string, effects: Effects | null): Side {
  const client = createHttpClient(url);
  return {
    name: "floor",
    open: async () => (await client.json<{ id: string }>("POST", "/conversations")).id,
    async cycle(conversation, calls) {
      const file = newFile();
      let [asked, finished] = [0, false];
      const sent = performance.now();
      await client.events(
        "POST",
        `/conversations/${conversation}/messages`,
        { text: order(calls, file) },
        (data) => {
          if (data.includes('"tool-approval-request"')) asked += 1;
        },
      );
      // It saves when the stream ends, so that is when its card is committed as well as streamed.
      const shown = performance.now();
      if (asked !== calls) throw new Error(`the floor asked ${asked} times, not ${calls}`);
      const seen = effects ? Promise.all(filesOf(calls, file).map(effects.seen)) : null;
      const approved = performance.now();
      await client.events("POST", `/conversations/${conversation}/approve`, {}, (data) => {
        if (data.includes('"type":"finish"')) finished = true;
      });
      const answered = performance.now() - approved;
      if (!finished) throw new Error("the floor gave no final answer");
      const executed = seen ? Math.max(...(await seen)) - approved : null;
      return { card: shown - sent, executed, answered };
    },
    close: client.close,
  };
}
