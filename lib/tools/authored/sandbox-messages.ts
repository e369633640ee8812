import type { SandboxLimits } from "./sandbox-limits.ts";

export const hostOperations = ["fetch", "list", "read", "write"] as const;
export type HostOperation = (typeof hostOperations)[number];

/** What the code finds in its second argument. */
export type Grants = {
  operations: readonly HostOperation[];
  secrets: Record<string, string> | null;
};

export type Assignment = {
  kind: "assignment";
  code: string;
  /** JSON, as everything that crosses. */
  input: string;
  grants: Grants;
  limits: SandboxLimits;
  /** Loads the module and looks for its default export, without calling it. */
  onlyCheck: boolean;
};

export type HostAnswer = { ok: true; json: string } | { ok: false; error: string };
export type ToWorker = Assignment | ({ kind: "answer"; id: number } & HostAnswer);

/**
 * `json` is the result as the code gave it, of `length` characters: the beginning alone where that is too many; `error`
 * is a sentence for the author and the model. Secrets are not hidden in either. `stopped`: the code did not come to an end
 * by itself.
 */
export type Ending =
  | { ok: true; json: string; length: number }
  | { ok: false; error: string; stopped: boolean };

export type FromWorker =
  | { kind: "ready" }
  | { kind: "call"; id: number; operation: HostOperation; payload: string }
  | { kind: "console"; line: string }
  /** `hurt`: the engine itself failed, so the worker is not used again. */
  | { kind: "end"; ending: Ending; hurt: boolean };
