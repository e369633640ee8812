const units: [seconds: number, name: string][] = [
  [86_400, "day"],
  [3_600, "hour"],
  [60, "minute"],
  [1, "second"],
];

/** "1 day", "1 hour 30 minutes": the two largest units; 0 is no limit. */
export function deadlineWords(seconds: number): string {
  if (seconds === 0) return "No deadline: it waits until someone decides";
  const words: string[] = [];
  let rest = seconds;
  for (const [size, name] of units) {
    const count = Math.floor(rest / size);
    rest -= count * size;
    if (count > 0 && words.length < 2) words.push(`${count} ${name}${count === 1 ? "" : "s"}`);
  }
  return words.join(" ");
}
