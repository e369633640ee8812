/** A stranger's name in a sentence. */
export const quoted = (name: string): string =>
  JSON.stringify(name.length > 80 ? `${name.slice(0, 80)}…` : name);
