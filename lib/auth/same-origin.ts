type Headers = {
  host?: string | undefined;
  origin?: string | undefined;
  "sec-fetch-site"?: string | string[] | undefined;
};

const loopbackNames = ["127.0.0.1", "localhost", "[::1]"];

/**
 * Whether a request was meant for this server and comes from its own pages or from no page at all. A foreign Host is a
 * name that someone else points at this machine (DNS rebinding); a foreign Origin is another site's page. Another port
 * of this machine is the same site to a browser, and so gets the cookie: it is told apart here.
 */
export function isForeign(headers: Headers, port: number): boolean {
  const host = headers.host?.toLowerCase();
  const allowed = loopbackNames.flatMap((name) => (port === 80 ? [name, `${name}:80`] : [`${name}:${port}`]));
  if (host === undefined || !allowed.includes(host)) return true;
  if (headers.origin !== undefined && headers.origin.toLowerCase() !== `http://${host}`) return true;
  return false;
}

/** A browser says where a request comes from even when it sends no Origin, as for an image or a script. */
export function isFromAnotherSite(headers: Headers): boolean {
  const site = headers["sec-fetch-site"];
  return site !== undefined && site !== "same-origin" && site !== "none";
}
