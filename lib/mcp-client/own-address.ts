import { networkInterfaces } from "node:os";
import ipaddr from "ipaddr.js";

/** Whether an address and port is one of this machine's on which we listen, in whatever way it is written. */
export function isOwnAddress(address: string, port: number, listening: readonly number[]): boolean {
  if (!listening.includes(port)) return false;
  if (!ipaddr.isValid(address)) return true;
  const parsed = ipaddr.process(address.replace(/%.*$/, ""));
  const range = parsed.range();
  if (range === "loopback" || range === "unspecified") return true;
  const own = Object.values(networkInterfaces()).flatMap((entries) => entries ?? []);
  return own.some(
    (entry) => ipaddr.process(entry.address).toNormalizedString() === parsed.toNormalizedString(),
  );
}
