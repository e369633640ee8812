/** What can be learnt from an error of the SDK, of fetch or of a provider's stream, whatever it is wrapped in. */
export type ErrorFacts = {
  status: number | null;
  /** Names, types and codes found on the way, lower case: "insufficient_quota", "econnrefused", "timeouterror". */
  codes: ReadonlySet<string>;
  /** From the outermost to the innermost. */
  messages: ReadonlyArray<string>;
  /** The innermost: the provider's own words, where there are any. */
  message: string;
  retryAfterMs: number | null;
};

export function readErrorFacts(error: unknown): ErrorFacts {
  const codes = new Set<string>();
  const messages: string[] = [];
  let status: number | null = null;
  let retryAfterMs: number | null = null;
  for (const layer of layersOf(error)) {
    for (const value of [layer.name, layer.code, layer.type]) {
      if (typeof value === "string") codes.add(value.toLowerCase());
    }
    const layerStatus = layer.statusCode ?? layer.code;
    if (status === null && isHttpError(layerStatus)) status = layerStatus;
    if (typeof layer.message === "string") messages.push(layer.message);
    retryAfterMs ??= readRetryAfter(asRecord(layer.responseHeaders));
  }
  return { status, codes, messages, message: messages.at(-1) ?? "", retryAfterMs };
}

type Layer = Record<string, unknown>;

/** From the outside in: a retry's last error, its cause, the provider's payload. Bounded, for a cause may be a circle. */
function layersOf(error: unknown): Layer[] {
  const layers: Layer[] = [];
  let waiting: unknown[] = [error];
  while (waiting.length > 0 && layers.length < 12) {
    const layer = asRecord(waiting.shift());
    if (!layer || layers.includes(layer)) continue;
    layers.push(layer);
    const inside = [layer.lastError, layer.cause, layer.data, layer.response, layer.error];
    waiting = [...inside.filter((value) => asRecord(value)), ...waiting];
  }
  if (layers.length === 0 && typeof error === "string") layers.push({ message: error });
  return layers;
}

function readRetryAfter(headers: Layer | undefined): number | null {
  if (!headers) return null;
  const milliseconds = Number.parseFloat(String(headers["retry-after-ms"]));
  if (milliseconds >= 0) return milliseconds;
  const retryAfter = String(headers["retry-after"] ?? "");
  if (/^\s*\d+(\.\d+)?\s*$/.test(retryAfter)) return Number.parseFloat(retryAfter) * 1000;
  // A date is measured against the server's own clock, which it sends along.
  const wait = Date.parse(retryAfter) - Date.parse(String(headers.date));
  return Number.isNaN(wait) ? null : Math.max(0, wait);
}

function isHttpError(value: unknown): value is number {
  return typeof value === "number" && Number.isInteger(value) && value >= 400 && value <= 599;
}

// Errors are objects whose fields we only look at.
function asRecord(value: unknown): Layer | undefined {
  return typeof value === "object" && value !== null ? (value as Layer) : undefined;
}
