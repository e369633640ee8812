/**
 * Whether the server is known to be away: its events have stopped, and a request made since found nobody. Another number
 * for each time away, so that one who asks twice knows whether it came back in between.
 */
let times = 0;
let away: number | null = null;

export const awaySince = (): number | null => away;

export function noteAway(): void {
  if (away !== null) return;
  times += 1;
  away = times;
}

export function noteAnswered(): void {
  away = null;
}

/** Reached without any network: the browser's word that it is offline says nothing about it. */
export const isLoopback = (hostname: string): boolean =>
  /^(localhost|.*\.localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);
