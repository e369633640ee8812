import { AppError } from "../errors.ts";
import { maskArguments } from "./mask-arguments.ts";
import type { Answer, Route, ServerSentEvent } from "./route.ts";

/** The rest says nothing of calls, or brings back what a person wrote, to be changed and sent again. */
const aboutCalls = /^\/(approvals|calls|conversations|runs)(\/|$)/;

/** What a route answers or throws, with secrets in the words of calls shown by their names. */
export async function maskAnswer(
  { path }: Pick<Route, "path">,
  secrets: () => Readonly<Record<string, string>>,
  answering: Promise<Answer>,
): Promise<Answer> {
  if (!aboutCalls.test(path)) return answering;
  const masked = (value: unknown) => maskArguments(value, secrets());
  const answer = await answering.catch((error: unknown) => {
    throw error instanceof AppError && error.details ? maskError(error, masked) : error;
  });
  if (!("events" in answer)) return { ...answer, body: masked(answer.body) };
  return { ...answer, events: maskEvents(answer.events, masked) };
}

function maskError(
  { code, message, field, details }: AppError,
  masked: (value: unknown) => unknown,
): AppError {
  const shown = masked(details) as Record<string, unknown>;
  return new AppError(code, message, { ...(field !== undefined && { field }), details: shown });
}

async function* maskEvents(
  events: AsyncIterable<ServerSentEvent>,
  masked: (value: unknown) => unknown,
): AsyncGenerator<ServerSentEvent> {
  for await (const event of events) yield { ...event, data: masked(event.data) };
}
