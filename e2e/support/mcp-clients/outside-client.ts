/** A client that is not ours, of whichever revision, as far as a test needs it. */
export type OutsideClient = {
  list(): Promise<string[]>;
  call(name: string, argumentsValue?: Record<string, unknown>, signal?: AbortSignal): Promise<OutsideResult>;
  /** What the server says it can do, as the client understood it. */
  serverCapabilities(): Record<string, unknown>;
  close(): Promise<void>;
};

export type OutsideResult = {
  text: string;
  isError: boolean;
  structuredContent: unknown;
  content: unknown[];
};

/** What the person at the client says to a question; a client without one does not claim that it can ask. */
export type Answer = (
  message: string,
  requestedSchema: unknown,
) => Promise<{ action: "accept" | "decline" | "cancel"; content?: Record<string, string> }>;

export type OutsideOptions = {
  url: string;
  token: string;
  name?: string;
  answer?: Answer;
  onToolsChanged?: () => void;
};

export const says =
  (action: "accept" | "decline" | "cancel"): Answer =>
  async () =>
    action === "accept" ? { action, content: {} } : { action };

export function toOutsideResult(result: Record<string, unknown>): OutsideResult {
  const content: unknown[] = Array.isArray(result.content) ? result.content : [];
  const texts = content.map((block) => (isText(block) ? block.text : ""));
  return {
    text: texts.join("\n"),
    isError: result.isError === true,
    structuredContent: result.structuredContent,
    content,
  };
}

function isText(block: unknown): block is { text: string } {
  return typeof block === "object" && block !== null && "text" in block && typeof block.text === "string";
}
