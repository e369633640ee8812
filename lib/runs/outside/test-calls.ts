import { decide } from "../../approvals/decide.ts";
import { owner } from "../../auth/principal.ts";
import { sql } from "../../db/sql.ts";
import { text } from "../../db/value.ts";
import type { Instance, Stage } from "../test-stage.ts";
import type { FoundCall } from "./find-call.ts";
import { type AskWhere, requestOutsideCall } from "./request-call.ts";

export const app: AskWhere = { kind: "app" };
export const client: AskWhere = { kind: "client", seconds: 60 };

export type Asking = {
  on?: Instance;
  tool?: string;
  ask?: AskWhere;
  by?: string;
  hold?: number;
  signal?: AbortSignal;
};

/** Calls from outside, by the name that they carry. */
export function outsideCallsOf(stage: Stage) {
  return {
    call(name: string, asking: Asking = {}): Promise<FoundCall> {
      const { on = stage, tool = "erase", ask = app, by = "owner", hold = 0 } = asking;
      const found = stage.toolbox.registry.get(tool);
      if (!found) throw new Error(`There is no tool ${tool}.`);
      return requestOutsideCall(on, {
        tool: found,
        arguments: { name },
        caller: { principal: { id: by, name: by }, client: { name: "a robot", version: "1" } },
        ask,
        holdMilliseconds: hold,
        signal: asking.signal ?? new AbortController().signal,
      });
    },
    approve: (id: string | undefined, on: Instance = stage) =>
      decide(on, { id: id ?? "", decision: "approve", by: owner, channel: "inbox" }),
    ran: (name: string) => stage.toolbox.ran.filter((line) => line.endsWith(` ${name}`)),
    stateOf: async (id: string) =>
      (
        await stage.rows<{ state: string; open_key: string | null }>(
          sql`select state, open_key from calls where id = ${text(id)}`,
        )
      )[0],
  };
}
