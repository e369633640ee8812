import { onTestFinished, vi } from "vitest";
import type { ConnectionHooks, ConnectionSnapshot, ServerConfiguration } from "./configuration.ts";
import { type Connection, createConnection } from "./connection.ts";
import type { Network } from "./network.ts";

/** Until it holds: as soon as it does, and not later than a busy machine needs. */
export const eventually = <Value>(check: () => Value): Promise<Value> =>
  vi.waitFor(check, { timeout: 4_500, interval: 5 });

/** No name is known and no address is public, but what a test says. */
export const testNetwork = (change: Partial<Network> = {}): Network => ({
  resolve: async (hostname) => {
    if (hostname === "localhost") return [{ address: "127.0.0.1", family: 4 }];
    throw new Error("ENOTFOUND");
  },
  allows: () => false,
  isOwn: () => false,
  ...change,
});

export type Watched = {
  connection: Connection;
  states: () => string[];
  /** The first snapshot, from now on, of which this is true. */
  until: (is: (snapshot: ConnectionSnapshot) => boolean) => Promise<ConnectionSnapshot>;
  /** Started, and neither connecting nor disabled any more. */
  settled: () => Promise<ConnectionSnapshot>;
};

/** A connection that is watched, and let go when the test ends. Local addresses are allowed unless told. */
export function watch(
  configuration: Partial<ServerConfiguration>,
  hooks: Partial<ConnectionHooks> = {},
): Watched {
  const seen: ConnectionSnapshot[] = [];
  const waiting = new Set<() => void>();
  const connection = createConnection(
    { id: "server-1", name: "server", allowPrivateAddress: true, ...configuration },
    {
      network: testNetwork(),
      installationId: "this-installation",
      version: "0.0.0",
      ...hooks,
      onChange: (snapshot) => {
        seen.push(snapshot);
        hooks.onChange?.(snapshot);
        for (const look of waiting) look();
      },
    },
  );
  onTestFinished(() => connection.stop());
  const until: Watched["until"] = (is) =>
    new Promise((resolve) => {
      const look = () => {
        if (!is(connection.snapshot())) return;
        waiting.delete(look);
        resolve(connection.snapshot());
      };
      waiting.add(look);
      look();
    });
  return {
    connection,
    states: () => seen.map(({ state }) => state),
    until,
    settled: () => {
      connection.start();
      return until(({ state }) => state !== "connecting" && state !== "disabled");
    },
  };
}
