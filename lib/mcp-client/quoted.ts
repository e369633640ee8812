import { type Hide, hideNothing } from "./hide.ts";

const most = 80;

/** A stranger's name in a sentence. One that fits is hidden with the sentence that it stands in. */
export function quoted(name: string, hide: Hide = hideNothing): string {
  const shown = name.length > most ? hide(name) : name;
  return JSON.stringify(shown.length > most ? `${shown.slice(0, most)}…` : shown);
}
