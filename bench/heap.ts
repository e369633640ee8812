import { connect } from "node:net";
import path from "node:path";

/** The environment that puts the probe into a server, and the reading of it. */
export function heapProbe(folder: string, name: string) {
  const place = path.join(folder, `${name}.sock`);
  return {
    env: {
      NODE_OPTIONS: `--import ${path.join(import.meta.dirname, "heap-probe.ts")}`,
      BENCH_HEAP_SOCKET: place,
    },
    read: () =>
      new Promise<number>((resolve, reject) => {
        let text = "";
        const socket = connect(place).setEncoding("utf8").on("error", reject);
        socket.on("data", (part: string) => {
          text += part;
        });
        socket.on("end", () => resolve(Number(text)));
      }),
  };
}
