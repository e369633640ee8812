import { isIP } from "node:net";

/** `port` null stands for the scheme's own: 80 for http, 443 for https. */
type HostRule = { name: string; subdomains: boolean; port: string | null };

const form = /^(\*\.)?(\[[0-9a-f:.]+\]|[^\s/?#@:*[\]\\]+)(?::(\d{1,5}))?$/i;

/**
 * A host as a capability names it: `api.example.com`, with a port `api.example.com:8443`, or `*.example.com` for every
 * name below example.com but not that name itself. Null for anything else.
 */
export function parseHost(text: string): HostRule | null {
  const [, star, name = "", port] = form.exec(text) ?? [];
  if (name === "" || !URL.canParse(`http://${name}`)) return null;
  if (port !== undefined && (Number(port) < 1 || Number(port) > 65_535)) return null;
  const plain = plainName(new URL(`http://${name}`));
  if (star !== undefined && (isIP(plain) !== 0 || !plain.includes("."))) return null;
  return {
    name: plain,
    subdomains: star !== undefined,
    port: port === undefined ? null : String(Number(port)),
  };
}

/** Whether a URL is on one of the hosts. A text that is no host allows nothing. */
export function isAllowedHost(url: URL, hosts: readonly string[]): boolean {
  const name = plainName(url);
  const ownPort = url.protocol === "https:" ? "443" : "80";
  return hosts.some((text) => {
    const rule = parseHost(text);
    if (rule === null || (url.port || ownPort) !== (rule.port ?? ownPort)) return false;
    return rule.subdomains ? name.endsWith(`.${rule.name}`) : name === rule.name;
  });
}

/** Without the brackets of IPv6 and the dot that may end a name; case and alphabet were settled by the URL itself. */
const plainName = (url: URL): string => url.hostname.replace(/^\[(.*)\]$/, "$1").replace(/\.$/, "");
