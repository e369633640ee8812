import { type FSWatcher, mkdirSync, watch } from "node:fs";

export type Effects = { seen: (file: string) => Promise<number>; close: () => void };

/**
 * When a tool has run, as the world sees it: the file stands in the folder. Both sides are measured by the same
 * notification of the kernel, whatever they tell about themselves and when.
 */
export function watchEffects(folder: string): Effects {
  mkdirSync(folder, { recursive: true });
  const waiting = new Map<string, (at: number) => void>();
  const watcher: FSWatcher = watch(folder, (_event, file) => {
    const resolve = file === null ? undefined : waiting.get(file);
    if (!resolve || file === null) return;
    waiting.delete(file);
    resolve(performance.now());
  });
  return {
    seen: (file) => new Promise((resolve) => waiting.set(file, resolve)),
    close: () => watcher.close(),
  };
}
