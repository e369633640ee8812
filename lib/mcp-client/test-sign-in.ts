import type { SignInRecord, SignInStore } from "./sign-in.ts";

/** Remembers as JSON, as a database would. */
export function memoryStore(): SignInStore & { record: () => SignInRecord } {
  let kept = "{}";
  return {
    record: () => JSON.parse(kept),
    read: async () => JSON.parse(kept),
    update: async (change) => {
      kept = JSON.stringify(change(JSON.parse(kept)));
    },
  };
}
