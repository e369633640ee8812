import { networkInterfaces } from "node:os";
import ipaddr from "ipaddr.js";

const globalUnicast = ipaddr.IPv6.parseCIDR("2000::/3");

/** An address of the public internet that is not one of this machine's own. Everything else is refused. */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address) || address.includes("%")) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== "unicast") return false;
  if (parsed instanceof ipaddr.IPv6 && !parsed.match(globalUnicast)) return false;
  return !ownAddresses().has(parsed.toNormalizedString());
}

function ownAddresses(): Set<string> {
  const addresses = Object.values(networkInterfaces()).flatMap((entries) => entries ?? []);
  return new Set(addresses.map(({ address }) => ipaddr.parse(address).toNormalizedString()));
}
