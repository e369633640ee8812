/** The call did not run: it was refused, or the request never left. */
export class NotRunError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "NotRunError";
  }
}

/** The request left and no answer came back that can be read: what the call did is not known. */
export class OutcomeUnknownError extends Error {
  readonly reason: "lost" | "timeout" | "stopped" | "unreadable";
  constructor(reason: OutcomeUnknownError["reason"], message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "OutcomeUnknownError";
    this.reason = reason;
  }
}

/** The server answered the call with an error of the protocol instead of a result. */
export class UpstreamError extends Error {
  readonly code: number;
  constructor(code: number, message: string) {
    super(message);
    this.name = "UpstreamError";
    this.code = code;
  }
}

/** The connection cannot come to be as it is configured: trying again changes nothing. */
export class RefusedError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "RefusedError";
  }
}

/** Nothing was sent yet: the name was not found, the address refused us, or the address is not allowed. */
export class NotReachedError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "NotReachedError";
  }
}

/** More arrived in one message than is read. */
export class TooLargeError extends Error {
  constructor(message: string) {
    super(message);
    this.name = "TooLargeError";
  }
}
