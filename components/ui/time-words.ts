const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

function startOfDay(time: number): number {
  const date = new Date(time);
  return new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime();
}

/** How many midnights of the reader's zone lie between the two; 0 is today, 1 yesterday. */
export function daysAgo(at: number, now: number): number {
  return Math.round((startOfDay(now) - startOfDay(at)) / day);
}

/** "just now", "5 min ago", "09:41", "Yesterday, 09:41", "3 Mar, 09:41", "3 Mar 2025, 09:41": in the reader's zone. */
export function timeWords(at: number, now: number): string {
  const age = now - at;
  // The reader's clock, or the pace at which it is read, may be a little behind.
  if (age > -minute && age < minute) return "just now";
  if (age >= 0 && age < hour) return `${Math.floor(age / minute)} min ago`;
  const clock = new Date(at).toLocaleTimeString(undefined, { hour: "2-digit", minute: "2-digit" });
  const days = daysAgo(at, now);
  if (days === 0) return clock;
  if (days === 1) return `Yesterday, ${clock}`;
  const sameYear = new Date(at).getFullYear() === new Date(now).getFullYear();
  const date = new Date(at).toLocaleDateString(undefined, {
    day: "numeric",
    month: "short",
    ...(sameYear ? {} : { year: "numeric" }),
  });
  return `${date}, ${clock}`;
}

export function absoluteTime(at: number): string {
  return new Date(at).toLocaleString(undefined, { dateStyle: "full", timeStyle: "long" });
}
