import { readServerSentEvents, type ServerSentEvent } from "./server-sent-events.ts";

export type Answer<Body> = { status: number; body: Body; headers: Headers };
export type StreamOptions = { after?: string; signal?: AbortSignal; headers?: Record<string, string> };
type Extra = { headers?: Record<string, string>; signal?: AbortSignal };

export type Api = ReturnType<typeof createApi>;

/** The public HTTP API as a script uses it. `path` is relative to /api/v1; `token` null sends none. */
export function createApi(url: string, token: string | null) {
  const identity: Record<string, string> = token === null ? {} : { authorization: `Bearer ${token}` };
  const base = `${url}/api/v1`;

  async function send<Body>(method: string, path: string, body: unknown, extra: Extra = {}) {
    const content: Record<string, string> = body === undefined ? {} : { "content-type": "application/json" };
    const response = await fetch(base + path, {
      method,
      headers: { ...identity, ...content, ...extra.headers },
      body: body === undefined ? null : JSON.stringify(body),
      signal: extra.signal ?? null,
    });
    return { status: response.status, body: await readBody<Body>(response), headers: response.headers };
  }

  return {
    get: <Body = unknown>(path: string, extra?: Extra): Promise<Answer<Body>> =>
      send("GET", path, undefined, extra),
    post: <Body = unknown>(path: string, body?: unknown, extra?: Extra): Promise<Answer<Body>> =>
      send("POST", path, body, extra),
    patch: <Body = unknown>(path: string, body: unknown, extra?: Extra): Promise<Answer<Body>> =>
      send("PATCH", path, body, extra),
    put: <Body = unknown>(path: string, body: unknown, extra?: Extra): Promise<Answer<Body>> =>
      send("PUT", path, body, extra),
    delete: <Body = unknown>(path: string, extra?: Extra): Promise<Answer<Body>> =>
      send("DELETE", path, undefined, extra),

    /** Server-sent events until the server ends the stream or the caller leaves the loop. */
    async *readStream(path: string, options: StreamOptions = {}): AsyncGenerator<ServerSentEvent> {
      const leave = new AbortController();
      const cursor: Record<string, string> = options.after ? { "last-event-id": options.after } : {};
      const response = await fetch(base + path, {
        headers: { ...identity, accept: "text/event-stream", ...cursor, ...options.headers },
        signal: options.signal ? AbortSignal.any([options.signal, leave.signal]) : leave.signal,
      });
      if (!response.ok || !response.body) {
        throw new Error(`GET ${path} answered ${response.status}: ${await response.text()}`);
      }
      try {
        yield* readServerSentEvents(response.body);
      } finally {
        leave.abort();
      }
    },
  };
}

/** The caller names the shape that CONTRACT.md promises for the path; nothing checks it here. */
async function readBody<Body>(response: Response): Promise<Body> {
  const text = await response.text();
  const isJson = response.headers.get("content-type")?.includes("json") ?? false;
  return (isJson && text !== "" ? JSON.parse(text) : text) as Body;
}
