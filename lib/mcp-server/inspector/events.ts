export type InspectorEvent =
  | { event: "elicitation"; data: { id: string; message: string; schema: unknown } }
  | { event: "result"; data: { isError: boolean; content: unknown[]; structuredContent: unknown } }
  | { event: "error"; data: { message: string } };

/** What a piece of work tells while it runs, as something to loop over. */
export async function* toldBy(
  work: (tell: (event: InspectorEvent) => void) => Promise<void>,
): AsyncGenerator<InspectorEvent> {
  const waiting: InspectorEvent[] = [];
  let wake = () => {};
  let done = false;
  const working = work((event) => {
    waiting.push(event);
    wake();
  }).finally(() => {
    done = true;
    wake();
  });
  while (!done || waiting.length > 0) {
    const event = waiting.shift();
    if (event) {
      yield event;
      continue;
    }
    await new Promise<void>((resolve) => {
      wake = resolve;
      if (done) resolve();
    });
  }
  await working;
}
