"use client";

import { useCallback, useEffect, useState } from "react";
import { api, errorSentence } from "@/components/shell/api";

export type Models = {
  provider: string;
  host: string | null;
  model: string;
  available: string[];
  error: string | null;
};

export type Test = { at: string; milliseconds: number; error: string | null };

let known: Models | null = null;

async function readModels(): Promise<Models> {
  known = await api<Models>("/models");
  return known;
}

/** What the provider offers: read once a page, for it rarely changes and asks a stranger. */
export function useModels(): Models | null {
  const [models, setModels] = useState(known);
  useEffect(() => {
    // Without an answer no model is named; the settings say why.
    if (!known) readModels().then(setModels, () => undefined);
  }, []);
  return models;
}

/** The server asks the provider each time: reading it is the test of the connection. */
export function useModelTest() {
  const [models, setModels] = useState(known);
  const [test, setTest] = useState<Test | null>(null);
  const [testing, setTesting] = useState(true);

  const run = useCallback(async () => {
    setTesting(true);
    const started = performance.now();
    let error: string | null;
    try {
      const answer = await readModels();
      setModels(answer);
      error = answer.error;
    } catch (problem) {
      error = errorSentence(problem);
    }
    setTest({ at: new Date().toISOString(), milliseconds: Math.round(performance.now() - started), error });
    setTesting(false);
  }, []);

  useEffect(() => void run(), [run]);
  return { models, test, testing, run };
}
