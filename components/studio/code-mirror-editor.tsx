"use client";

import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { javascript } from "@codemirror/lang-javascript";
import { json } from "@codemirror/lang-json";
import { bracketMatching, indentOnInput } from "@codemirror/language";
import { linter, lintGutter } from "@codemirror/lint";
import { Compartment, EditorState } from "@codemirror/state";
import { drawSelection, EditorView, keymap, lineNumbers } from "@codemirror/view";
import { useEffect, useRef } from "react";
import type { EditorLanguage } from "./code-editor";
import { editorLook } from "./editor-look";
import { findProblems } from "./editor-problems";

type Props = {
  label: string;
  describedBy: string;
  invalid: boolean;
  language: EditorLanguage;
  value: string;
  onChange: (value: string) => void;
};

const lintMilliseconds = 300;

/** Tab leaves the field, as everywhere: Ctrl or ⌘ with ] and [ indents. */
export default function CodeMirrorEditor({ label, describedBy, invalid, language, value, onChange }: Props) {
  const place = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(null);
  const attributes = useRef(new Compartment());
  const latest = useRef({ value, onChange });
  useEffect(() => {
    latest.current = { value, onChange };
  });

  useEffect(() => {
    if (!place.current) return;
    const editor = new EditorView({
      parent: place.current,
      state: EditorState.create({
        doc: latest.current.value,
        extensions: [
          lineNumbers(),
          history(),
          drawSelection(),
          indentOnInput(),
          bracketMatching(),
          EditorView.lineWrapping,
          keymap.of([...defaultKeymap, ...historyKeymap]),
          language === "json" ? json() : javascript(),
          linter((editing) => findProblems(editing, language), { delay: lintMilliseconds }),
          lintGutter(),
          editorLook,
          attributes.current.of([]),
          EditorView.updateListener.of((update) => {
            if (update.docChanged) latest.current.onChange(update.state.doc.toString());
          }),
        ],
      }),
    });
    view.current = editor;
    return () => editor.destroy();
  }, [language]);

  useEffect(() => {
    const named = EditorView.contentAttributes.of({
      "aria-label": label,
      "aria-describedby": describedBy,
      "aria-invalid": String(invalid),
      spellcheck: "false",
      autocapitalize: "none",
    });
    view.current?.dispatch({ effects: attributes.current.reconfigure(named) });
  }, [label, describedBy, invalid]);

  // A value from outside (a version that was restored) takes the place of what is written.
  useEffect(() => {
    const editor = view.current;
    if (!editor || editor.state.doc.toString() === value) return;
    editor.dispatch({ changes: { from: 0, to: editor.state.doc.length, insert: value } });
  }, [value]);

  return (
    <div
      ref={place}
      className="overflow-hidden rounded-lg border border-line-strong bg-bg focus-within:outline-2 focus-within:outline-blue focus-within:outline-offset-1"
    />
  );
}
