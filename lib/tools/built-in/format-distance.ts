const units: [Intl.RelativeTimeFormatUnit, number][] = [
  ["year", 365.25 * 86_400],
  ["month", 30.44 * 86_400],
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
];

const format = new Intl.RelativeTimeFormat("en", { numeric: "always" });

/** "3 months ago", rounded down; within a minute "just now". */
export function formatDistance(then: Date, now: Date): string {
  const seconds = (then.getTime() - now.getTime()) / 1_000;
  const unit = units.find(([, length]) => Math.abs(seconds) >= length);
  return unit ? format.format(Math.trunc(seconds / unit[1]), unit[0]) : "just now";
}
