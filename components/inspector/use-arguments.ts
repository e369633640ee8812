"use client";

import { useMemo, useState } from "react";
import { type ArgumentField, argumentFields, type ReadArguments, readArguments } from "./argument-fields";
import { type JsonObject, parseObject } from "./json";

export type ArgumentsDraft = {
  fields: ArgumentField[] | null;
  mode: "form" | "json";
  setMode: (mode: "form" | "json") => void;
  texts: Record<string, string>;
  setText: (name: string, text: string) => void;
  json: string;
  setJson: (json: string) => void;
  /** What of it cannot be sent, after the first try; by field, or under "" for the JSON. */
  problems: Record<string, string>;
  read: () => JsonObject | null;
};

/** Arguments being written, in a form made from the schema or as JSON; what one says goes over to the other. */
export function useArguments(schema: JsonObject, start: "form" | "json", sample = "{}"): ArgumentsDraft {
  const fields = useMemo(() => argumentFields(schema), [schema]);
  const [wanted, setWanted] = useState(start);
  const [texts, setTexts] = useState<Record<string, string>>({});
  const [json, setJson] = useState<string | null>(null);
  const [problems, setProblems] = useState<Record<string, string>>({});
  const mode = fields === null ? "json" : wanted;
  const shownJson = json ?? sample;

  const reading = (): ReadArguments => {
    if (mode === "form" && fields) return readArguments(fields, texts);
    const parsed = parseObject(shownJson);
    return "problem" in parsed ? { problems: { "": parsed.problem } } : { arguments: parsed.value };
  };
  const read = () => {
    const answer = reading();
    setProblems("problems" in answer ? answer.problems : {});
    return "problems" in answer ? null : answer.arguments;
  };
  const setMode = (next: "form" | "json") => {
    const now = reading();
    if ("arguments" in now && next !== mode) {
      if (next === "json") setJson(JSON.stringify(now.arguments, null, 2));
      else if (fields) setTexts(textsOf(fields, now.arguments));
    }
    setProblems({});
    setWanted(next);
  };
  return {
    fields,
    mode,
    setMode,
    texts,
    setText: (name, text) => setTexts((known) => ({ ...known, [name]: text })),
    json: shownJson,
    setJson,
    problems,
    read,
  };
}

function textsOf(fields: ArgumentField[], given: JsonObject): Record<string, string> {
  return Object.fromEntries(
    fields.map(({ name, kind }) => {
      const value = Object.hasOwn(given, name) ? given[name] : undefined;
      if (value === undefined) return [name, ""];
      return [name, kind === "text" && typeof value === "string" ? value : JSON.stringify(value)];
    }),
  );
}
