import type { ErrorCode } from "@/lib/errors";
import { noteServerTime } from "../ui/server-clock";
import { awaySince, isLoopback, noteAnswered } from "./server-reach";

/** The server answered, and said no. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: ErrorCode;
  readonly field: string | null;
  readonly details: Record<string, unknown>;

  constructor(status: number, body: ErrorBody) {
    super(body.message);
    this.name = "ApiError";
    this.status = status;
    this.code = body.code;
    this.field = body.field ?? null;
    this.details = body.details ?? {};
  }
}

/** The request did not reach the server, or its answer did not reach us: mostly nobody knows which. */
export class NetworkError extends Error {
  /** Known only where the server was away, or the browser offline, before and after. */
  readonly notSent: boolean;

  constructor(method: string, notSent: boolean) {
    super(method === "GET" ? "The server cannot be reached." : unanswered(notSent));
    this.name = "NetworkError";
    this.notSent = notSent;
  }
}

const unanswered = (notSent: boolean) =>
  notSent
    ? "Not sent: the server cannot be reached."
    : "No answer came: the server may have taken this or not.";

type ErrorBody = { code: ErrorCode; message: string; field?: string; details?: Record<string, unknown> };

export type ApiRequest = {
  method?: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** Sent as JSON; a Blob goes as it is. */
  body?: unknown;
  query?: Record<string, string | number | undefined | null>;
  signal?: AbortSignal;
  headers?: Record<string, string>;
};

export function apiUrl(path: string, query: ApiRequest["query"] = {}): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== null && value !== "") search.set(name, String(value));
  }
  const text = search.toString();
  return `/api/v1${path}${text && `?${text}`}`;
}

/** The answer as the server sent it, for what is not JSON (a stream). Throws like `api`. */
export async function apiResponse(path: string, request: ApiRequest = {}): Promise<Response> {
  const { method = "GET", body, query, signal, headers } = request;
  const raw = body instanceof Blob;
  const before = whyUnreachable();
  const askedAt = Date.now();
  let response: Response;
  try {
    response = await fetch(apiUrl(path, query), {
      method,
      signal,
      credentials: "same-origin",
      headers: { ...(body === undefined || raw ? {} : { "content-type": "application/json" }), ...headers },
      body: body === undefined ? undefined : raw ? body : JSON.stringify(body),
    });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new NetworkError(method, before !== null && before === whyUnreachable());
  }
  noteAnswered();
  noteServerTime(response.headers.get("date"), askedAt);
  if (response.ok) return response;
  const problem = await readError(response);
  if (response.status === 401 && location.pathname !== "/sign-in") goToSignIn();
  throw problem;
}

function whyUnreachable(): number | "offline" | null {
  return awaySince() ?? (navigator.onLine || isLoopback(location.hostname) ? null : "offline");
}

/**
 * The one way to the API: JSON in, JSON out. `Answer` is what CONTRACT.md says that this call answers; an answer
 * without a body is undefined.
 */
export async function api<Answer = void>(path: string, request?: ApiRequest): Promise<Answer> {
  const response = await apiResponse(path, request);
  if (response.status === 204) return undefined as Answer;
  try {
    return (await response.json()) as Answer;
  } catch {
    if (request?.signal?.aborted) throw request.signal.reason;
    throw new NetworkError(request?.method ?? "GET", false);
  }
}

/** A sentence for the reader, whatever was thrown. */
export function errorSentence(error: unknown): string {
  if (error instanceof ApiError || error instanceof NetworkError) return error.message;
  return "Something went wrong on this page. Reload it and try again.";
}

async function readError(response: Response): Promise<ApiError> {
  try {
    const { error } = (await response.json()) as { error: ErrorBody };
    return new ApiError(response.status, { ...error, message: error.message });
  } catch {
    const message = `The server answered with an error (${response.status}).`;
    return new ApiError(response.status, { code: "internal", message });
  }
}

function goToSignIn(): void {
  const here = location.pathname + location.search;
  location.assign(`/sign-in?next=${encodeURIComponent(here)}`);
}
