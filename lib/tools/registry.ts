import type { Tool } from "./tool.ts";

export type Registry = {
  get: (name: string) => Tool | undefined;
  list: () => readonly Tool[];
};

/** A Map, so that only names that were given are known: `constructor` and `__proto__` are no tools. */
export function createRegistry(tools: readonly Tool[]): Registry {
  const byName = new Map<string, Tool>();
  for (const tool of tools) {
    if (byName.has(tool.name)) throw new Error(`Two tools have the name ${tool.name}`);
    byName.set(tool.name, tool);
  }
  const listed = [...byName.values()];
  return { get: (name) => byName.get(name), list: () => listed };
}

/** Only those that were picked, by name; null is all of them. */
export function pickTools(registry: Registry, names: readonly string[] | null): Registry {
  if (names === null) return registry;
  const picked = new Set(names);
  return {
    get: (name) => (picked.has(name) ? registry.get(name) : undefined),
    list: () => registry.list().filter((tool) => picked.has(tool.name)),
  };
}

/** Several sources as one; where two have the same name, the first counts. */
export function joinRegistries(registries: readonly Registry[]): Registry {
  const get = (name: string): Tool | undefined => {
    for (const registry of registries) {
      const tool = registry.get(name);
      if (tool) return tool;
    }
    return undefined;
  };
  return {
    get,
    list: () => registries.flatMap((registry) => registry.list().filter((tool) => get(tool.name) === tool)),
  };
}
