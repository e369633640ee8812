/** Runs one at a time; asked for in the meantime, however often, it runs once more, so that nothing is missed. */
export function coalesced(run: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | null = null;
  let again = false;
  const loop = async () => {
    try {
      while (again) {
        again = false;
        await run();
      }
    } finally {
      running = null;
    }
  };
  return () => {
    again = true;
    running ??= loop();
    return running;
  };
}
