/**
 * Loaded into both servers before they start (`--import`): whoever connects to the socket is told the size of the heap
 * after a collection. Asleep otherwise.
 */
import { createServer } from "node:net";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

const place = process.env.BENCH_HEAP_SOCKET;
if (place) {
  setFlagsFromString("--expose-gc");
  const collect: () => void = runInNewContext("gc");
  createServer((socket) => {
    collect();
    collect();
    socket.end(String(process.memoryUsage().heapUsed));
  })
    .listen(place)
    .unref();
}
