export type TextSegment = { text: string; hidden: boolean };

/**
 * What a reader cannot see can still change what a text says or does: controls, bidirectional overrides, zero-width and
 * tag characters, lone surrogates. Line breaks, tabs and what joins an emoji together stay.
 */
const hiddenCharacter = new RegExp(
  [
    "(?![\\n\\t])",
    "(?!(?<=\\p{Extended_Pictographic})\\uFE0F)",
    "(?!(?<=\\p{Extended_Pictographic}\\uFE0F?)\\u200D\\p{Extended_Pictographic})",
    "[\\p{Cc}\\p{Cs}\\p{Zl}\\p{Zp}\\p{Default_Ignorable_Code_Point}\\u2800\\uFFF9-\\uFFFB]",
  ].join(""),
  "gu",
);

function marker(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  return `⟨U+${code.toString(16).toUpperCase().padStart(4, "0")}⟩`;
}

/** Replaces each hidden character by what `show` makes of it. */
export function replaceHidden(text: string, show: (character: string) => string): string {
  return text.replace(hiddenCharacter, show);
}

/** The text with every hidden character written out, as in `⟨U+202E⟩`. */
export function visibleText(text: string): string {
  return replaceHidden(text, marker);
}

/** The same in pieces, so that a page can set the markers apart from text that was really written that way. */
export function visibleSegments(text: string): TextSegment[] {
  const segments: TextSegment[] = [];
  let end = 0;
  for (const match of text.matchAll(hiddenCharacter)) {
    if (match.index > end) segments.push({ text: text.slice(end, match.index), hidden: false });
    segments.push({ text: marker(match[0]), hidden: true });
    end = match.index + match[0].length;
  }
  if (end < text.length) segments.push({ text: text.slice(end), hidden: false });
  return segments;
}
