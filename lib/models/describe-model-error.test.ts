import { APICallError, LoadAPIKeyError, NoSuchModelError } from "@ai-sdk/provider";
import { RetryError } from "ai";
import { describe, expect, it } from "vitest";
import { describeModelError } from "./describe-model-error.ts";

function refused(
  statusCode: number,
  error: Record<string, unknown> = {},
  responseHeaders?: Record<string, string>,
) {
  const data = { error };
  return new APICallError({
    message: typeof error.message === "string" ? error.message : "Bad Request",
    url: "https://api.example/v1/responses",
    requestBodyValues: { secret: "what the user said" },
    statusCode,
    responseHeaders,
    responseBody: JSON.stringify(data),
    data,
  });
}

function unreachable(code: string) {
  return new TypeError("fetch failed", {
    cause: Object.assign(new Error(`connect ${code} 10.0.0.7:443`), { code }),
  });
}

const cases: Array<[what: string, error: unknown, code: string, retryable: boolean]> = [
  ["a wrong key", refused(401, { code: "invalid_api_key" }), "provider_auth", false],
  ["no rights", refused(403), "provider_auth", false],
  ["no key", new LoadAPIKeyError({ message: "missing" }), "provider_auth", false],
  ["a rate limit", refused(429, { code: "rate_limit_exceeded" }), "rate_limited", true],
  ["an empty account", refused(429, { code: "insufficient_quota" }), "rate_limited", false],
  ["a server error", refused(500), "provider_error", true],
  ["an overload", refused(503), "provider_error", true],
  ["a gateway timeout", refused(504), "provider_timeout", true],
  ["our timeout", new DOMException("Step timeout", "TimeoutError"), "provider_timeout", true],
  ["a refused connection", unreachable("ECONNREFUSED"), "provider_unreachable", true],
  ["an unknown host", unreachable("ENOTFOUND"), "provider_unreachable", true],
  ["a connection reset before the answer", unreachable("ECONNRESET"), "provider_unreachable", true],
  [
    "an unknown model",
    refused(404, { message: 'model "x" not found, try pulling it first' }),
    "model_not_found",
    false,
  ],
  [
    "no model at all",
    new NoSuchModelError({ modelId: "auto", modelType: "languageModel" }),
    "model_not_found",
    false,
  ],
  ["a wrong address", refused(404, { message: "Not Found" }), "provider_error", false],
  ["too long a prompt", refused(400, { code: "context_length_exceeded" }), "context_overflow", false],
  [
    "too long for Ollama",
    refused(400, { message: "input exceeds the context length" }),
    "context_overflow",
    false,
  ],
  ["no tools", refused(400, { message: "gemma:2b does not support tools" }), "tools_unsupported", false],
  ["a bad request", refused(400, { message: "Unknown parameter" }), "provider_error", false],
  [
    "a broken body",
    new TypeError("terminated", { cause: new Error("other side closed") }),
    "stream_cut",
    true,
  ],
  ["a stream without an end", new Error("The stream ended without a finish."), "stream_cut", true],
  ["an answer without an end", new Error("The answer does not come to an end."), "provider_error", false],
  [
    "an end that is an error, without a word",
    new Error("The provider ended the answer with an error."),
    "provider_error",
    true,
  ],
  [
    "an error in the stream",
    { type: "error", error: { message: "Overloaded", code: 503 } },
    "provider_error",
    true,
  ],
  ["our own mistake", new RangeError("x is not a function"), "internal", false],
  ["nothing", undefined, "internal", false],
];

describe("describeModelError", () => {
  it.each(cases)("%s", (_what, error, code, retryable) => {
    expect(describeModelError(error)).toMatchObject({ code, retryable });
  });

  it.each(cases)("%s, after retries and inside another error", (_what, error, code, retryable) => {
    const retried = new RetryError({
      message: "Failed after 3 attempts",
      reason: "maxRetriesExceeded",
      errors: [error],
    });
    const wrapped = new Error("The model call failed.", { cause: retried });
    expect(describeModelError(wrapped)).toMatchObject({ code, retryable });
  });

  it.each([
    [{ "retry-after": "7" }, 7_000],
    [{ "retry-after-ms": "350", "retry-after": "1" }, 350],
    [{ "retry-after": "Wed, 18 Nov 2026 12:00:30 GMT", date: "Wed, 18 Nov 2026 12:00:00 GMT" }, 30_000],
    [{ "retry-after": "soon" }, null],
    [{}, null],
  ])("takes %o as a wait", (headers, retryAfterMs) => {
    expect(describeModelError(refused(429, {}, headers as Record<string, string>)).retryAfterMs).toBe(
      retryAfterMs,
    );
  });

  it.each([
    "Incorrect API key provided: sk-proj-abcDEF123456****wxyz",
    "Bad header Authorization: Bearer abc.def.ghi",
    "url https://user:hunter2hunter2@host/v1?api_key=s3cr3tvalue9",
    "token 0123456789abcdef0123456789abcdef01234567",
  ])("never shows a key: %s", (message) => {
    const said = describeModelError(refused(400, { message })).message;
    expect(said).toContain("[hidden]");
    expect(said).not.toMatch(/abcDEF|wxyz|abc\.def|hunter2|s3cr3t|0123456789abcdef/);
  });

  it("quotes at most 200 characters of what the provider said", () => {
    const said = describeModelError(refused(400, { message: "no ".repeat(400) })).message;
    expect(/“(.*)”/.exec(said)?.[1]).toHaveLength(200);
  });

  it.each(['{"error":{"message":"raw"}}', "<html>502</html>"])("never quotes a raw body: %s", (message) => {
    expect(describeModelError(refused(400, { message })).message).not.toContain(message);
  });
});
