/** Where to go after signing in: a path of this site, or the start page. Anything else was not written by us. */
export function safeNext(next: string | null, origin: string): string {
  if (!next?.startsWith("/")) return "/";
  try {
    const url = new URL(next, origin);
    if (url.origin !== origin || url.pathname === "/sign-in") return "/";
    return url.pathname + url.search + url.hash;
  } catch {
    return "/";
  }
}
