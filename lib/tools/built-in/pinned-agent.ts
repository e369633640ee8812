import type { LookupAddress } from "node:dns";
import type { LookupFunction } from "node:net";
import { Agent } from "undici";

/** Connects to the addresses that were checked, whatever the name would resolve to next. */
export function pinnedAgent(addresses: readonly LookupAddress[]): Agent {
  const [first] = addresses;
  const lookup: LookupFunction = (_hostname, options, callback) => {
    if (options.all) callback(null, [...addresses]);
    else callback(null, first?.address ?? "", first?.family);
  };
  return new Agent({ connect: { lookup } });
}
