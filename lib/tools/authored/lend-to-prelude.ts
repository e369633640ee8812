import type { QuickJSContext, QuickJSHandle } from "quickjs-emscripten";
import { longestHostCall, longestLine } from "./sandbox-limits.ts";
import type { Assignment, FromWorker } from "./sandbox-messages.ts";

type Listener = {
  isOver: () => boolean;
  post: (message: FromWorker) => void;
  finish: (json: string, length: number) => void;
  fail: (failure: { message: string; stack: string }) => void;
};

export type Lent = {
  /** The object inside QuickJS that the prelude gets. */
  handle: QuickJSHandle;
  openCalls: () => number;
  closeCall: () => void;
};

/** The only ways out of QuickJS. Each counts what passes, and takes nothing but numbers and texts. */
export function lendToPrelude(context: QuickJSContext, assignment: Assignment, listener: Listener): Lent {
  const { limits, grants } = assignment;
  let calls = 0;
  let open = 0;
  let lines = 0;
  let characters = 0;

  const refusal = (payload: string): string | null => {
    if (listener.isOver()) return "The run is over.";
    if (payload.length > longestHostCall) return "The request is too large.";
    if (calls >= limits.hostCalls) return `A run may make ${limits.hostCalls} requests, and no more.`;
    if (open >= limits.hostCallsAtOnce)
      return `Only ${limits.hostCallsAtOnce} requests may be under way at once.`;
    return null;
  };

  const call = (id: QuickJSHandle, operation: QuickJSHandle, payload: QuickJSHandle) => {
    const name = context.getString(operation);
    const granted = grants.operations.find((each) => each === name);
    if (granted === undefined) return context.newString("This is not available.");
    const text = context.getString(payload);
    const refused = refusal(text);
    if (refused !== null) return context.newString(refused);
    calls += 1;
    open += 1;
    listener.post({ kind: "call", id: context.getNumber(id), operation: granted, payload: text });
    return context.undefined;
  };

  const log = (line: QuickJSHandle) => {
    if (listener.isOver() || lines > limits.consoleLines) return;
    const text: string = JSON.parse(context.getString(line));
    lines += 1;
    characters += Math.min(text.length, longestLine);
    const full = lines > limits.consoleLines || characters > limits.consoleCharacters;
    if (full) lines = limits.consoleLines + 1;
    listener.post({ kind: "console", line: full ? "(More was logged; it is left out.)" : text });
  };

  const finish = (json: QuickJSHandle, length: QuickJSHandle) =>
    listener.finish(context.getString(json), context.getNumber(length));
  const fail = (message: QuickJSHandle, stack: QuickJSHandle) =>
    listener.fail({
      message: JSON.parse(context.getString(message)),
      stack: JSON.parse(context.getString(stack)),
    });

  const handle = context.newObject();
  for (const [name, lent] of Object.entries({ call, log, finish, fail })) {
    context.setProp(handle, name, context.newFunction(name, lent));
  }
  return {
    handle,
    openCalls: () => open,
    closeCall: () => {
      open -= 1;
    },
  };
}
