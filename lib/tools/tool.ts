import type { Preview } from "../approvals/schema.ts";
import type { Question } from "../policy/questions.ts";
import type { Risk } from "../policy/risk.ts";

/** What stood in the world when the preview was made. Equal at execution, or the call does not run. */
export type Ground = string;

/** What a call would do, worked out before anyone is asked. */
export type Foresight =
  | { possible: true; preview: Preview | null; ground: Ground | null }
  /** The call cannot succeed: the sentence goes to the model, and nobody is asked. */
  | { possible: false; error: string };

/** What a running call has to say of itself: how far it is, of how much, and in words. */
export type Progress = { progress: number; total: number | null; message: string | null };

export type ToolContext = {
  signal: AbortSignal;
  /** What a person answered to a tool that asks questions. */
  answers?: string[][] | null;
  onProgress?: (progress: Progress) => void;
  /** Puts a tool's own questions to the person, where there is one. Null when they decline. */
  ask?: (asked: { source: string; questions: Question[]; signal: AbortSignal }) => Promise<string[][] | null>;
  /** Hides secrets in words that the tool cuts: of what is cut first, a part would stay. */
  hide?: (text: string) => string;
  /** The ground that was shown to the person; a tool with side effects refuses when it is another now. */
  ground: Ground | null;
};

/** One framework-free description of a tool, whatever its source. */
export type Tool = {
  name: string;
  title: string;
  description: string;
  source: "built-in" | "authored" | `mcp:${string}`;
  /** JSON Schema of the arguments; validated with ajv before anything else looks at them. */
  inputSchema: Record<string, unknown>;
  risk: Risk;
  /** Whether it asks unless a person set the flag otherwise. */
  asksByDefault: boolean;
  /** Whether it is on unless a person switched it; it is. */
  enabledByDefault?: boolean;
  /** Where it comes from is switched off, and it with it, whatever a person set about it. */
  off?: boolean;
  /** What a server calls it, and what it says of it. */
  originalName?: string;
  annotations?: Record<string, unknown>;
  /** What changed since it was reviewed, as a diff. */
  changes?: string | undefined;
  /** A stranger's tool: its definition as it is now, by which a call that was shown is told from one that was not. */
  fingerprint?: string;
  /** Its definition is another than the one that a person reviewed: it asks, whatever its flag says. */
  changed?: boolean;
  /** And there is none that a person reviewed: it came after the others. */
  isNew?: boolean;
  /** How long it may be silent before it is stopped, where that is not the usual time. */
  longestMilliseconds?: number;
  /** It only puts questions to people: the call is the question, and their answers are its result. */
  questions?: (input: Record<string, unknown>) => Question[];
  foresee?: (input: Record<string, unknown>, context: { signal: AbortSignal }) => Promise<Foresight>;
  run: (input: Record<string, unknown>, context: ToolContext) => Promise<unknown>;
};

/** The call was not run after all: nothing left this machine, nothing was done. */
export class NotRunError extends Error {
  constructor(message: string) {
    super(message);
    this.name = "NotRunError";
  }
}

/** The ground is another than the one that was shown: nothing was done. */
export class GroundChangedError extends NotRunError {
  constructor(what: string) {
    super(`${what} changed since it was shown. Nothing was done.`);
    this.name = "GroundChangedError";
  }
}

/** The call had begun, and nobody can tell whether it took effect. */
export class OutcomeUnknownError extends Error {
  constructor(message: string) {
    super(message);
    this.name = "OutcomeUnknownError";
  }
}

/** A failure that the model may read as it is: a sentence, no stack, no path outside the workspace. */
export class ToolError extends Error {
  constructor(message: string) {
    super(message);
    this.name = "ToolError";
  }
}
