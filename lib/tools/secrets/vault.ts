import type { Events } from "../../events/events.ts";
import { log } from "../../log.ts";
import { createTurns } from "../in-turn.ts";
import { readSecrets, type SecretServices } from "./secrets.ts";

export type Vault = {
  /** Every value by its name, as last read, with the credentials of servers: what must not come back. */
  values(): Readonly<Record<string, string>>;
  /** Only those that people named. */
  named(): Readonly<Record<string, string>>;
  reload(): Promise<void>;
};

/** The secrets in memory, read again when they are said to have changed: masking must not cost a query a call. */
export function createVault(
  services: SecretServices & { events: Events },
  credentials: () => Readonly<Record<string, string>>,
): Vault {
  let values: Record<string, string> = Object.create(null);
  const turns = createTurns();
  const read = async () => {
    values = Object.assign(Object.create(null), Object.fromEntries(await readSecrets(services)));
  };
  const reload = () => turns.take(read);
  services.events.subscribe((signal) => {
    if (signal.kind !== "tools") return;
    reload().catch((error) => log.warn({ error: String(error) }, "the secrets could not be read"));
  });
  return { values: () => ({ ...credentials(), ...values }), named: () => values, reload };
}
