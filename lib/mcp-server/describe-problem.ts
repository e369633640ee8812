/** More than any message needs: arguments may be nested 64 levels deep. */
const mostLevels = 100;
/** Each message of a batch may be a call that waits. */
const mostMessages = 100;

/**
 * Why a message is refused before the protocol's own parser sees it: that one leaves out an argument called
 * `__proto__`, so that another call than the one that was sent would be judged, and has no bound for nesting.
 */
export function describeProblem(body: unknown): string | null {
  if (isDeeper(body, mostLevels))
    return `the body is nested deeper than ${mostLevels} levels. Nothing was run.`;
  const messages = Array.isArray(body) ? body : [body];
  if (messages.length > mostMessages)
    return `the batch has more than ${mostMessages} messages. Nothing was run.`;
  if (!messages.some((message) => hasOwn(field(field(message, "params"), "arguments"), "__proto__")))
    return null;
  return 'an argument cannot be called "__proto__". Nothing was run.';
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null;

const hasOwn = (value: unknown, name: string): boolean => isObject(value) && Object.hasOwn(value, name);

const field = (value: unknown, name: string): unknown =>
  isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;

const isDeeper = (value: unknown, levels: number): boolean =>
  isObject(value) && (levels === 0 || Object.values(value).some((item) => isDeeper(item, levels - 1)));
