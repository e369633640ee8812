import type { HostOperation } from "./sandbox-messages.ts";

/** What the worker lends to the prelude. Only texts cross, and all but the names in them are JSON. */
type Lent = {
  /** Answers with the reason when the call is refused at once. */
  call: (id: number, operation: string, payload: string) => string | undefined;
  log: (line: string) => void;
  finish: (json: string, length: number) => void;
  fail: (message: string, stack: string) => void;
};

export type Given = {
  input: string;
  operations: readonly HostOperation[];
  secrets: Record<string, string> | null;
  onlyCheck: boolean;
  longestResult: number;
  longestLine: number;
  longestError: number;
  /** So much more than the longest is handed over: the host hides secrets, and cuts. */
  longestSecret: number;
};

type Fetched = { status: number; headers: Record<string, string>; text: string };
type Settle = { resolve: (value: unknown) => void; reject: (error: Error) => void };

/**
 * The first code inside QuickJS: its source is evaluated there, so it uses nothing from outside itself. It makes what
 * the capabilities name, and JSON of the result. It lives among the author's code, which may change any built-in: that
 * can spoil the author's own run and nothing else, because the worker and the host rely on none of it.
 */
export function prelude(lent: Lent, givenJson: string) {
  const { parse, stringify } = JSON;
  const slice = Function.prototype.call.bind(String.prototype.slice) as (
    text: string,
    start: number,
    end: number,
  ) => string;
  const NativePromise = Promise;
  const NativeError = Error;
  const asText = String;
  const given: Given = parse(givenJson);
  const waiting: Record<number, Settle> = Object.create(null);
  let lastId = 0;

  const call = (operation: HostOperation, payload: object) =>
    new NativePromise<unknown>((resolve, reject) => {
      lastId += 1;
      waiting[lastId] = { resolve, reject };
      const refusal = lent.call(lastId, operation, stringify(payload));
      if (refusal !== undefined) answer(lastId, false, refusal);
    });

  const answer = (id: number, ok: boolean, text: string) => {
    const settle = waiting[id];
    delete waiting[id];
    if (ok) settle?.resolve(parse(text));
    else settle?.reject(new NativeError(text));
  };

  const fetch = async (url: unknown, options?: { method?: unknown; headers?: unknown; body?: unknown }) => {
    const { method, headers, body } = options ?? {};
    const fetched = (await call("fetch", { url: asText(url), method, headers, body })) as Fetched;
    const { status, text } = fetched;
    return { status, headers: fetched.headers, text: async () => text, json: async () => parse(text) };
  };
  const files = {
    list: (path: unknown) => call("list", { path }),
    read: (path: unknown) => call("read", { path }),
    write: (path: unknown, content: unknown) => call("write", { path, content }),
  };

  const context: Record<string, unknown> = {};
  const grantedFiles: Partial<Record<HostOperation, (...given: never[]) => unknown>> = {};
  for (const operation of given.operations) {
    if (operation === "fetch") context.fetch = fetch;
    else {
      grantedFiles[operation] = files[operation];
      context.files = grantedFiles;
    }
  }
  if (given.secrets) context.secrets = given.secrets;

  const shown = (value: unknown): string => {
    try {
      if (typeof value !== "object" || value instanceof NativeError) return asText(value);
      return stringify(value) ?? asText(value);
    } catch {
      return "(a value that cannot be shown)";
    }
  };
  const log = (...values: unknown[]) => {
    let line = "";
    for (let index = 0; index < values.length && line.length < given.longestLine; index += 1) {
      line += (index === 0 ? "" : " ") + shown(values[index]);
    }
    lent.log(stringify(slice(line, 0, given.longestLine + given.longestSecret)));
  };
  Object.defineProperty(globalThis, "console", {
    value: { log, info: log, warn: log, error: log, debug: log },
    writable: true,
    configurable: true,
  });

  const fail = (error: unknown) => {
    let message = "";
    let stack = "";
    try {
      message = slice(shown(error), 0, given.longestError + given.longestSecret);
      if (error instanceof NativeError) stack = slice(asText(error.stack), 0, 4_000);
    } catch {
      message ||= "(an error that cannot be shown)";
    }
    lent.fail(stringify(message), stringify(stack));
  };

  const finish = (result: unknown) => {
    const json = result === undefined ? "null" : stringify(result);
    if (json === undefined) throw new NativeError("The result is not JSON: it is a function or a symbol.");
    lent.finish(slice(json, 0, given.longestResult + given.longestSecret), json.length);
  };

  /** `module` is the namespace, or the promise of it where the module awaits at its top level. */
  const start = async (module: unknown) => {
    try {
      const { default: tool } = (await module) as { default: unknown };
      if (typeof tool !== "function") {
        throw new NativeError("The code has no default export that is a function.");
      }
      finish(given.onlyCheck ? null : await tool(parse(given.input), context));
    } catch (error) {
      fail(error);
    }
  };

  return { start, answer, fail };
}
