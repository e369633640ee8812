import { jsonParseLinter } from "@codemirror/lang-json";
import { ensureSyntaxTree } from "@codemirror/language";
import type { Diagnostic } from "@codemirror/lint";
import type { EditorState } from "@codemirror/state";
import type { EditorView } from "@codemirror/view";
import type { SyntaxNode } from "@lezer/common";
import { parseJson } from "../inspector/json";
import type { EditorLanguage } from "./code-editor";
import { type SchemaProblem, schemaProblems } from "./schema-problems";

const parseMilliseconds = 500;
const mostProblems = 20;
const parseProblems = jsonParseLinter();

export function findProblems(view: EditorView, language: EditorLanguage): Diagnostic[] {
  if (language === "javascript") return codeProblems(view.state);
  const parsed = parseJson(view.state.doc.toString());
  if ("problem" in parsed) return parseProblems(view);
  return schemaProblems(parsed.value)
    .slice(0, mostProblems)
    .map(({ path, message }) => ({ ...placeOf(view.state, path), severity: "warning", message }));
}

/** What does not parse, and what the sandbox would miss. Whether it runs is what "Try" is for. */
function codeProblems(state: EditorState): Diagnostic[] {
  const tree = ensureSyntaxTree(state, state.doc.length, parseMilliseconds);
  const found: Diagnostic[] = [];
  tree?.iterate({
    enter: ({ type, from, to }) => {
      if (!type.isError || found.length >= mostProblems) return;
      found.push({ from, to: Math.max(to, from), severity: "error", message: "This does not parse." });
    },
  });
  if (found.length === 0 && !/\bexport\s+default\b|\bas\s+default\b/.test(state.doc.toString())) {
    const message = "A tool is the module’s default export: export default async (input) => …";
    found.push({ from: 0, to: 0, severity: "warning", message });
  }
  return found;
}

/** Where in the text a path of keys leads, as far as it can be followed. */
function placeOf(state: EditorState, path: SchemaProblem["path"]): { from: number; to: number } {
  let node: SyntaxNode | null =
    ensureSyntaxTree(state, state.doc.length, parseMilliseconds)?.topNode.firstChild ?? null;
  let place = node ? { from: node.from, to: Math.min(node.to, node.from + 1) } : { from: 0, to: 0 };
  for (const key of path) {
    const property: SyntaxNode | undefined = node
      ?.getChildren("Property")
      .find((child) => nameOf(state, child) === String(key));
    if (!property) break;
    node = property.lastChild;
    place = { from: property.from, to: property.to };
  }
  return place;
}

function nameOf(state: EditorState, property: SyntaxNode): string | null {
  const name = property.getChild("PropertyName");
  const parsed = name ? parseJson(state.sliceDoc(name.from, name.to)) : null;
  return parsed && "value" in parsed ? String(parsed.value) : null;
}
