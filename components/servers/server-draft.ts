import type { ServerInput } from "@/lib/tools/servers/server-schema";
import { readPairs } from "./read-pairs";
import { splitCommand } from "./split-command";

/** What the form holds, as it was typed. */
export type ServerDraft = {
  name: string;
  url: string;
  token: string;
  headers: string;
  allowPrivateAddress: boolean;
  command: string;
  env: string;
  trusted: boolean;
};

export const emptyServer: ServerDraft = {
  name: "",
  url: "",
  token: "",
  headers: "",
  allowPrivateAddress: false,
  command: "",
  env: "",
  trusted: false,
};

export type DraftProblem = { field: keyof ServerDraft; message: string };

export function serverNameProblem(name: string): string | null {
  return /^[a-z0-9-]{1,32}$/.test(name) ? null : "1 to 32 small letters, digits or hyphens.";
}

/** Where and how it is reached, or what has to be mended first. Empty fields for credentials are not sent. */
export function readDraft(draft: ServerDraft): { input: ServerInput } | { problem: DraftProblem } {
  const name = draft.name.trim();
  const badName = serverNameProblem(name);
  if (badName) return { problem: { field: "name", message: badName } };
  if ((draft.url.trim() === "") === (draft.command.trim() === "")) {
    return { problem: { field: "url", message: "Give either a URL or a command." } };
  }
  return draft.url.trim() === "" ? readCommand(draft, name) : readUrl(draft, name);
}

function readUrl(draft: ServerDraft, name: string): ReturnType<typeof readDraft> {
  const url = draft.url.trim();
  if (!/^https?:\/\/\S+$/i.test(url)) {
    return { problem: { field: "url", message: "An address that begins with https:// or http://." } };
  }
  const { pairs, problem } = readPairs(draft.headers, ":");
  if (problem) return { problem: { field: "headers", message: problem } };
  const token = draft.token.trim();
  const headers = { ...pairs, ...(token !== "" && { Authorization: `Bearer ${token}` }) };
  const { allowPrivateAddress } = draft;
  return {
    input: { name, url, allowPrivateAddress, ...(Object.keys(headers).length > 0 && { headers }) },
  };
}

function readCommand(draft: ServerDraft, name: string): ReturnType<typeof readDraft> {
  const [command, ...args] = splitCommand(draft.command) ?? [];
  if (!command) return { problem: { field: "command", message: "A quote is not closed." } };
  const { pairs: env, problem } = readPairs(draft.env, "=");
  if (problem) return { problem: { field: "env", message: problem } };
  return { input: { name, command, args, ...(Object.keys(env).length > 0 && { env }) } };
}
