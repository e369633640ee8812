import { TooLargeError } from "./errors.ts";

const [mostBytes, mostMessages, windowMilliseconds] = [30_000_000, 10_000, 10_000];

/**
 * Throws when more comes in than an honest server has to say, in bytes or in messages. Each message may be small;
 * together they would keep us busy with nothing else.
 */
export function floodMeter(
  now: () => number = () => performance.now(),
): (bytes: number, messages: number) => void {
  let [began, bytesSeen, messagesSeen] = [now(), 0, 0];
  return (bytes, messages) => {
    if (now() - began > windowMilliseconds) [began, bytesSeen, messagesSeen] = [now(), 0, 0];
    bytesSeen += bytes;
    messagesSeen += messages;
    if (bytesSeen > mostBytes) throw new TooLargeError("It sent more than 30 MB in 10 seconds.");
    if (messagesSeen > mostMessages) {
      throw new TooLargeError("It sent more than 10,000 messages in 10 seconds.");
    }
  };
}

/** How often the mark stands in what arrived. */
export function countOf(mark: string, chunk: Buffer): number {
  let count = 0;
  for (let at = chunk.indexOf(mark); at !== -1; at = chunk.indexOf(mark, at + mark.length)) count += 1;
  return count;
}
