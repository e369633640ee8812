"use client";

import { useCallback, useEffect, useRef, useState } from "react";
import { api, apiResponse, errorSentence } from "@/components/shell/api";
import { createSseParser, type ServerSentEvent } from "@/components/shell/sse-parser";
import type { CallOutcome, Elicitation, InspectedTool } from "./inspector-types";
import type { JsonObject } from "./json";

/** What one target offers. */
export function useTargetTools(target: string) {
  const [tools, setTools] = useState<InspectedTool[] | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const load = useCallback(async () => {
    setTools(null);
    setProblem(null);
    try {
      const body = { target };
      setTools((await api<{ tools: InspectedTool[] }>("/inspector/tools", { method: "POST", body })).tools);
    } catch (error) {
      setProblem(errorSentence(error));
    }
  }, [target]);
  useEffect(() => void load(), [load]);
  return { tools, problem, load };
}

type Calling = { elicitation: Elicitation | null; outcome: CallOutcome | null; running: boolean };
const idle: Calling = { elicitation: null, outcome: null, running: false };

/** One call at a time, as an outside client makes it: what is asked in its middle, and how it ends. */
export function useInspectedCall() {
  const [calling, setCalling] = useState(idle);
  const stop = useRef<AbortController>(null);
  useEffect(() => () => stop.current?.abort(), []);

  const call = async (target: string, tool: string, given: JsonObject) => {
    stop.current?.abort();
    const leaving = new AbortController();
    stop.current = leaving;
    const set = (change: Partial<Calling>) => {
      if (!leaving.signal.aborted) setCalling((known) => ({ ...known, ...change }));
    };
    setCalling({ ...idle, running: true });
    try {
      const body = { target, tool, arguments: given };
      const { signal } = leaving;
      const response = await apiResponse("/inspector/calls", { method: "POST", body, signal });
      await readCall(response, (event) => set(changeOf(event)));
      setCalling((known) => {
        if (leaving.signal.aborted) return known;
        const lost: CallOutcome = { kind: "error", message: "The connection ended without a result." };
        return { elicitation: null, outcome: known.outcome ?? lost, running: false };
      });
    } catch (error) {
      set({ elicitation: null, running: false, outcome: { kind: "error", message: errorSentence(error) } });
    }
  };
  const answer = async (id: string, action: "accept" | "decline") => {
    await api("/inspector/answers", { method: "POST", body: { id, action } });
    setCalling((known) => (known.elicitation?.id === id ? { ...known, elicitation: null } : known));
  };
  const leave = () => {
    stop.current?.abort();
    setCalling(idle);
  };
  return { ...calling, call, answer, leave };
}

function changeOf({ event, data }: ServerSentEvent): Partial<Calling> {
  if (event === "elicitation") return { elicitation: JSON.parse(data) as Elicitation };
  if (event === "error") {
    const { message } = JSON.parse(data) as { message: string };
    return { outcome: { kind: "error", message } };
  }
  if (event !== "result") return {};
  const result = JSON.parse(data) as Omit<CallOutcome & { kind: "result" }, "kind">;
  return { outcome: { kind: "result", ...result } };
}

async function readCall(response: Response, onEvent: (event: ServerSentEvent) => void): Promise<void> {
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  const parse = createSseParser();
  for (;;) {
    const part = await reader?.read();
    if (!part || part.done) return;
    for (const event of parse(part.value)) onEvent(event);
  }
}
