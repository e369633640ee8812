import { randomUUID } from "node:crypto";

export type InspectorAnswer = "accept" | "decline" | "cancel";

export type OpenQuestions = {
  /** Resolves with what the person in the inspector answers; `cancel` when they leave. */
  ask(signal: AbortSignal, tell: (id: string) => void): Promise<InspectorAnswer>;
  /** False where nobody here asks that. */
  answer(id: string, action: InspectorAnswer): boolean;
};

/** The instance that gave a question this id, if it is one. */
export const askedOn = (id: string): string => id.slice(0, Math.max(0, id.indexOf(".")));

/** The questions that stand open in inspectors of this instance; each is answered once, and its id says where it is. */
export function createOpenQuestions(instanceId: string): OpenQuestions {
  const open = new Map<string, (action: InspectorAnswer) => void>();
  return {
    ask: (signal, tell) =>
      new Promise((resolve) => {
        if (signal.aborted) return resolve("cancel");
        const id = `${instanceId}.${randomUUID()}`;
        const leave = () => settle("cancel");
        const settle = (action: InspectorAnswer) => {
          open.delete(id);
          signal.removeEventListener("abort", leave);
          resolve(action);
        };
        signal.addEventListener("abort", leave, { once: true });
        open.set(id, settle);
        tell(id);
      }),
    answer(id, action) {
      const settle = open.get(id);
      settle?.(action);
      return settle !== undefined;
    },
  };
}
