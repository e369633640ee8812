/** The link whose click leads from this page to another one of ours, in this tab. */
export function leavingLink(event: MouseEvent): HTMLAnchorElement | null {
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return null;
  const link = event.target instanceof Element ? event.target.closest("a") : null;
  if (!link?.href || link.target || link.download) return null;
  const { origin, pathname, search } = new URL(link.href);
  const here = pathname === location.pathname && search === location.search;
  // Another site's page comes with a new document: the browser asks by itself.
  return origin === location.origin && !here ? link : null;
}
