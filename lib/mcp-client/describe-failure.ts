import {
  OAuthClientFlowError,
  OAuthError,
  ProtocolError,
  RegistrationRejectedError,
  SdkError,
  SdkErrorCode,
  SdkHttpError,
  SseError,
  UnauthorizedError,
} from "@modelcontextprotocol/client";
import { visibleText } from "../policy/visible-text.ts";
import { NotReachedError, RefusedError, TooLargeError } from "./errors.ts";
import { type Hide, hideNothing } from "./hide.ts";
import type { StdioTransport } from "./stdio-transport.ts";

const codes = new Map([
  ["ECONNREFUSED", "Nothing listens at this address."],
  ["ECONNRESET", "The server closed the connection."],
  ["EHOSTUNREACH", "The address cannot be reached from here."],
  ["ENETUNREACH", "The address cannot be reached from here."],
  ["ETIMEDOUT", "The address did not answer in time."],
  ["UND_ERR_CONNECT_TIMEOUT", "The address did not answer in time."],
  ["UND_ERR_SOCKET", "The server closed the connection."],
  ["ENOENT", "The command was not found."],
  ["EACCES", "The command may not be run."],
  ["ERR_INVALID_ARG_VALUE", "The command or its environment has a character that is not allowed."],
]);

/** Why a connection did not come to be or was lost: one sentence for the server's row, with nothing secret in it. */
export function describeFailure(
  error: unknown,
  { stdio = null, hide = hideNothing }: { stdio?: StdioTransport | null; hide?: Hide | undefined } = {},
): string {
  for (const cause of causesOf(error)) {
    if (cause instanceof RefusedError || cause instanceof TooLargeError) return cause.message;
    const code = codes.get(String(Reflect.get(cause, "code")));
    if (code !== undefined) return code;
    // Fetch has its own list of ports that belong to other protocols, and no code for it.
    if (cause.message === "bad port")
      return "This port belongs to another protocol: no connection is made to it.";
    if (/CERT|TLS|SSL|SELF_SIGNED/.test(String(Reflect.get(cause, "code")))) {
      return "The server's certificate is not valid.";
    }
  }
  const notReached = [...causesOf(error)].find((cause) => cause instanceof NotReachedError);
  if (notReached) return sentence(notReached.message);
  if (stdio?.trouble) return quote(stdio.trouble.message, hide);
  if (stdio?.exit) return exitSentence(stdio, hide);
  if (stdio?.foreignLine)
    return `The command writes something else than MCP: ${quote(stdio.foreignLine, hide)}`;
  if (isSignInFailure(error)) return signInSentence(error);
  const status = statusOf(error);
  if (status !== null) return statusSentence(status, error, hide);
  if (error instanceof SdkError && error.code === SdkErrorCode.RequestTimeout) {
    return "The server did not answer in time.";
  }
  if (error instanceof SdkError && error.code === SdkErrorCode.ConnectionClosed) {
    return "The server closed the connection.";
  }
  if (error instanceof ProtocolError)
    return `The server answered with an error: ${quote(error.message, hide)}`;
  return "The server does not speak MCP in a way that is understood.";
}

export function* causesOf(error: unknown): Generator<Error> {
  for (let cause = error, depth = 0; cause instanceof Error && depth < 6; cause = cause.cause, depth += 1)
    yield cause;
}

const toldStatus = /^Error POSTing to endpoint \(HTTP (\d{3})\)/;

/** The HTTP status that an error of the SDK is about, however its transport carries it. */
export function statusOf(error: unknown): number | null {
  if (error instanceof UnauthorizedError) return 401;
  if (error instanceof SdkHttpError) return error.data.status;
  if (error instanceof SseError) return error.code ?? null;
  // In words alone, and only where they are the SDK's: those of a server may say anything.
  if (!(error instanceof Error) || error instanceof ProtocolError) return null;
  const told = toldStatus.exec(error.message)?.[1];
  return told === undefined ? null : Number(told);
}

function statusSentence(status: number, error: unknown, hide: Hide): string {
  if (status === 401) return "The server wants credentials, or does not accept the ones it was given (401).";
  if (status === 403) return "The server denied access (403).";
  if (status === 404) return "There is no MCP server at this address (404).";
  if (status >= 300 && status < 400) {
    const target =
      error instanceof Error ? /Redirect to (\S+) not followed/.exec(error.message)?.[1] : undefined;
    return `The server redirects to another address${target ? ` (${quote(target, hide)})` : ""}, which is not followed.`;
  }
  return `The server answered with HTTP ${status}.`;
}

/** It comes instead of a sign-in, after the server refused a request for the want of one. */
export const isSignInFailure = (error: unknown): boolean =>
  error instanceof OAuthError || error instanceof OAuthClientFlowError;

/** Only the code: the words of an authorization server may be an attacker's. */
export function signInSentence(error: unknown): string {
  if (error instanceof RegistrationRejectedError) {
    return `The server's sign-in did not register Countersign (HTTP ${error.status}). If it gives out tokens, put one into the Authorization header.`;
  }
  const code = error instanceof OAuthError ? ` (${quote(String(error.code), hideNothing).slice(0, 60)})` : "";
  return `The server's sign-in did not work${code}.`;
}

function exitSentence({ exit, lastErrorLine }: StdioTransport, hide: Hide): string {
  const how = exit?.signal ? `was ended by ${exit.signal}` : `ended with code ${exit?.code ?? "unknown"}`;
  return `The command ${how}${lastErrorLine ? `: ${quote(lastErrorLine, hide)}` : "."}`;
}

/** A stranger's words, short, on one line and with nothing hidden in them. */
export const quote = (text: string, hide: Hide): string => {
  const line = visibleText(hide(text).replace(/\s+/g, " ").trim());
  return line.length > 300 ? `${line.slice(0, 300)}…` : line;
};

const sentence = (text: string): string => (text.endsWith(".") ? text : `${text}.`);
