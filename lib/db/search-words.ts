/**
 * Every word of a column, as the indexes have it and the search asks for it. Without the punctuation, which would make
 * one word of `notes.md` or `2026-01-05`.
 */
export const searchWords = (column: "text" | "title"): string =>
  `to_tsvector('simple', regexp_replace(left("${column}", 150000), '[!-/:-@[-\`{-~]+', ' ', 'g'))`;
