import { HighlightStyle, syntaxHighlighting } from "@codemirror/language";
import { EditorView } from "@codemirror/view";
import { tags } from "@lezer/highlight";

const look = EditorView.theme({
  "&": { fontSize: "0.8125rem", color: "var(--fg)", maxHeight: "28rem" },
  "&.cm-focused": { outline: "none" },
  ".cm-scroller": {
    fontFamily: "var(--font-mono)",
    lineHeight: "1.6",
    fontVariantLigatures: "none",
    overflow: "auto",
  },
  ".cm-content": { padding: "0.5rem 0", caretColor: "var(--fg)", minHeight: "8rem" },
  ".cm-cursor": { borderLeftColor: "var(--fg)" },
  ".cm-gutters": { background: "transparent", color: "var(--faint)", border: "none" },
  ".cm-selectionBackground, &.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground": {
    background: "color-mix(in srgb, var(--blue) 24%, transparent)",
  },
  "&.cm-focused .cm-matchingBracket": { background: "var(--hover)", outline: "1px solid var(--line-strong)" },
  ".cm-tooltip": {
    background: "var(--card)",
    color: "var(--fg)",
    border: "1px solid var(--line)",
    borderRadius: "0.5rem",
    overflow: "hidden",
  },
  ".cm-diagnostic": { fontFamily: "var(--font-sans)", fontSize: "0.8125rem", padding: "0.25rem 0.625rem" },
  ".cm-diagnostic-error": { borderLeftColor: "var(--red)" },
  ".cm-diagnostic-warning": { borderLeftColor: "var(--amber)" },
});

const colours = HighlightStyle.define([
  { tag: [tags.propertyName, tags.definition(tags.propertyName)], color: "var(--blue)" },
  { tag: [tags.string, tags.special(tags.string), tags.regexp], color: "var(--green)" },
  { tag: [tags.number, tags.bool, tags.null], color: "var(--amber)" },
  { tag: [tags.keyword, tags.modifier], color: "var(--red)" },
  { tag: [tags.comment], color: "var(--faint)", fontStyle: "italic" },
]);

/** The page's own colours, by its variables: light and dark come by themselves. */
export const editorLook = [look, syntaxHighlighting(colours)];
