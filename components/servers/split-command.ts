/**
 * A command line as its words. No shell reads it: quotes and backslashes only say what belongs together. Null when a
 * quote is not closed.
 */
export function splitCommand(line: string): string[] | null {
  const words: string[] = [];
  let word: string | null = null;
  let quote: string | null = null;
  for (let at = 0; at < line.length; at += 1) {
    const character = line.charAt(at);
    if (quote !== null) {
      if (character === quote) quote = null;
      else if (character === "\\" && quote === '"' && /["\\]/.test(line.charAt(at + 1))) {
        at += 1;
        word += line.charAt(at);
      } else word += character;
    } else if (character === '"' || character === "'") {
      quote = character;
      word ??= "";
    } else if (/\s/.test(character)) {
      if (word !== null) words.push(word);
      word = null;
    } else {
      word = (word ?? "") + character;
    }
  }
  if (quote !== null) return null;
  return word === null ? words : [...words, word];
}

/** The words as a line that splits into them again. */
export function joinCommand(words: readonly string[]): string {
  return words
    .map((word) => (/^[^\s"']+$/.test(word) ? word : `"${word.replace(/["\\]/g, "\\$&")}"`))
    .join(" ");
}
