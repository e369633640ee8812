/** What this browser keeps for the page, where it keeps anything: storage can be forbidden, and then this is empty. */
export function readKept(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** An empty text is kept as nothing. */
export function keep(key: string, text: string): void {
  try {
    if (text) localStorage.setItem(key, text);
    else localStorage.removeItem(key);
  } catch {
    // As above.
  }
}
