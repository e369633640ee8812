import { TransformStream } from "node:stream/web";
import { TooLargeError } from "./errors.ts";
import { floodMeter } from "./flood-meter.ts";

export const mostMessageBytes = 10_000_000;

/** Ends a body that is larger than one message may be; of a stream of events each counts on its own. */
export function boundedBody(isEvents: boolean): TransformStream<Uint8Array, Uint8Array> {
  let bytes = 0;
  const meter = floodMeter();
  const endsIn = isEvents ? eventEnds() : () => ({ count: 0, rest: null });
  return new TransformStream({
    transform(chunk, controller) {
      const { count, rest } = endsIn(chunk);
      meter(chunk.byteLength, count);
      bytes = rest ?? bytes + chunk.byteLength;
      if (bytes > mostMessageBytes)
        controller.error(new TooLargeError("It sent a message larger than 10 MB."));
      else controller.enqueue(chunk);
    },
  });
}

const [lineFeed, carriageReturn] = [10, 13];

/**
 * How many events end in what arrives, and how many bytes came after the last of them; null where none ended. An empty
 * line ends one, whichever way lines end and wherever the pieces are cut.
 */
function eventEnds(): (chunk: Uint8Array) => { count: number; rest: number | null } {
  let isLineEmpty = true;
  let isReturned = false;
  return (chunk) => {
    let count = 0;
    let rest: number | null = null;
    for (let at = 0; at < chunk.length; at += 1) {
      const byte = chunk[at];
      const isSecondHalf = byte === lineFeed && isReturned;
      isReturned = byte === carriageReturn;
      if (isSecondHalf) continue;
      const isLineEnd = byte === lineFeed || isReturned;
      if (isLineEnd && isLineEmpty) {
        count += 1;
        rest = chunk.length - at - 1;
      }
      isLineEmpty = isLineEnd;
    }
    return { count, rest };
  };
}
