import type { ErrorFacts } from "./error-facts.ts";
import { safeQuote } from "./safe-quote.ts";

export type ModelErrorCode =
  | "provider_unreachable"
  | "provider_auth"
  | "rate_limited"
  | "provider_error"
  | "context_overflow"
  | "model_not_found"
  | "tools_unsupported"
  | "stream_cut"
  | "provider_timeout"
  | "internal";

type Rule = {
  code: ModelErrorCode;
  applies: (facts: ErrorFacts) => boolean;
  retryable: boolean;
  message: (facts: ErrorFacts) => string;
};

/** The first rule that applies describes the error: what is particular stands above what is general. */
export const modelErrorRules: ReadonlyArray<Rule> = [
  {
    code: "rate_limited",
    applies: ({ codes, status }) => codes.has("insufficient_quota") || status === 402,
    retryable: false,
    message: () => "The provider's account has no quota left. Check its plan and billing, then retry.",
  },
  {
    code: "context_overflow",
    applies: ({ codes, message }) => codes.has("context_length_exceeded") || tooLong.test(message),
    retryable: false,
    message: () =>
      "The conversation is too long for this model. Start a new chat, or choose a model that can read more.",
  },
  {
    code: "tools_unsupported",
    applies: ({ message }) => noTools.test(message),
    retryable: false,
    message: () =>
      "This model cannot call tools, which Countersign needs. Choose another one in Settings → Model.",
  },
  {
    code: "provider_auth",
    applies: ({ codes, status }) =>
      status === 401 || status === 403 || codes.has("invalid_api_key") || codes.has("ai_loadapikeyerror"),
    retryable: false,
    message: ({ status }) =>
      status === 403
        ? "The provider does not allow this key to use this model. Check the key's rights, or choose another model."
        : "The provider did not accept the key. Check OPENAI_API_KEY, restart Countersign and retry.",
  },
  {
    code: "model_not_found",
    applies: ({ codes, status, message }) =>
      codes.has("model_not_found") ||
      codes.has("ai_nosuchmodelerror") ||
      (status === 404 && /\bmodel\b/i.test(message)),
    retryable: false,
    message: (facts) =>
      `The provider does not have this model. Choose another one in Settings → Model.${quoted(facts)}`,
  },
  {
    code: "rate_limited",
    applies: ({ status, codes }) => status === 429 || codes.has("rate_limit_exceeded"),
    retryable: true,
    message: ({ retryAfterMs }) =>
      retryAfterMs === null
        ? "The provider is limiting requests. Wait a moment, then retry."
        : `The provider is limiting requests. Retry in ${inSeconds(retryAfterMs)}.`,
  },
  {
    code: "provider_timeout",
    applies: ({ status, codes }) => status === 408 || status === 504 || hasAny(codes, timeouts),
    retryable: true,
    message: () => "The provider took too long to answer. Retry, or choose a faster model.",
  },
  {
    code: "provider_error",
    applies: ({ status }) => status !== null && status >= 500,
    retryable: true,
    message: (facts) =>
      `The provider has a problem of its own (${facts.status}). Retry in a moment.${quoted(facts)}`,
  },
  {
    code: "provider_error",
    applies: ({ status }) => status === 404 || status === 405,
    retryable: false,
    message: ({ status }) =>
      `The provider has nothing at this address (${status}). Check OPENAI_BASE_URL (it usually ends in /v1) and OPENAI_API.`,
  },
  {
    code: "provider_error",
    applies: ({ status }) => status !== null,
    retryable: false,
    message: (facts) =>
      `The provider refused the request (${facts.status}).${quoted(facts) || " It did not say why."}`,
  },
  {
    code: "stream_cut",
    applies: ({ codes, messages }) =>
      codes.has("ai_nooutputgeneratederror") || messages.some((message) => cut.test(message)),
    retryable: true,
    message: () => "The connection to the provider broke in the middle of the answer. Retry to ask again.",
  },
  {
    code: "provider_error",
    applies: ({ messages }) => messages.some((message) => endless.test(message)),
    retryable: false,
    message: () =>
      "The model's answer did not come to an end and was stopped. Retry, ask in other words, or choose another model.",
  },
  {
    code: "provider_error",
    applies: ({ messages }) => messages.some((message) => endedWithError.test(message)),
    retryable: true,
    message: () => "The provider ended its answer with an error and did not say why. Retry in a moment.",
  },
  {
    code: "provider_unreachable",
    applies: ({ codes, messages }) =>
      hasAny(codes, connectionFailures) ||
      messages.some((message) => /fetch failed|cannot connect/i.test(message)),
    retryable: true,
    message: ({ codes }) =>
      codes.has("enotfound")
        ? "The provider's address was not found. Check OPENAI_BASE_URL and the network, then retry."
        : "The provider cannot be reached. Check that it is running, OPENAI_BASE_URL and the network, then retry.",
  },
  {
    code: "provider_error",
    applies: ({ codes }) => hasAny(codes, unreadable),
    retryable: false,
    message: () =>
      "The provider's answer could not be understood. Check that OPENAI_BASE_URL and OPENAI_API fit this server.",
  },
];

const tooLong =
  /context[ _](?:length|window|size)|maximum context|too many (?:input )?tokens|prompt is too long|request too large/i;
const noTools =
  /(?:not support|no support for|unsupported).{0,40}\btools?\b|\btools?\b.{0,60}(?:not supported|unsupported)|enable-auto-tool-choice/i;
/** "terminated" is undici's word for a body that broke off; before the answer began it says "fetch failed". */
const cut = /^terminated$|premature close|stream ended without/i;
const endedWithError = /^the provider ended the answer with an error/i;
const endless = /^the answer does not come to an end/i;
const timeouts = ["timeouterror", "und_err_headers_timeout", "und_err_body_timeout"];
const connectionFailures = [
  "econnrefused",
  "econnreset",
  "enotfound",
  "eai_again",
  "etimedout",
  "ehostunreach",
  "enetunreach",
  "epipe",
  "und_err_socket",
  "und_err_connect_timeout",
  "cert_has_expired",
  "depth_zero_self_signed_cert",
];
const unreadable = [
  "ai_jsonparseerror",
  "ai_typevalidationerror",
  "ai_invalidresponsedataerror",
  "ai_emptyresponsebodyerror",
];

function hasAny(codes: ReadonlySet<string>, names: ReadonlyArray<string>): boolean {
  return names.some((name) => codes.has(name));
}

function quoted({ message }: ErrorFacts): string {
  const quote = safeQuote(message);
  return quote === null ? "" : ` It said: “${quote}”`;
}

function inSeconds(milliseconds: number): string {
  const seconds = Math.max(1, Math.ceil(milliseconds / 1000));
  return seconds === 1 ? "1 second" : `${seconds} seconds`;
}
