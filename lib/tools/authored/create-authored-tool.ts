import { argumentsDigest } from "../../policy/digest.ts";
import { OutcomeUnknownError, type Tool, ToolError } from "../tool.ts";
import type { AuthoredTool } from "./authored-tool-schema.ts";
import { asksByDefault, riskOfCapabilities } from "./risk-of-capabilities.ts";
import { runSandboxed, type SandboxHost } from "./run-sandboxed.ts";

const mostConsole = 2_000;

export type AuthoredDefinition = Pick<
  AuthoredTool,
  "name" | "description" | "inputSchema" | "code" | "capabilities"
>;

export type AuthoredToolHost = SandboxHost & {
  /** The values of those that are set, read anew for each run. */
  readSecrets: (names: readonly string[]) => Promise<Record<string, string>>;
};

/** One of our tools from a definition that a person published. It has no foresight: what code will do is not known. */
export function createAuthoredTool(definition: AuthoredDefinition, host: AuthoredToolHost): Tool {
  const { name, description, inputSchema, code, capabilities = {} } = definition;
  const risk = riskOfCapabilities(capabilities);
  return {
    name,
    title: titleOf(name),
    description,
    source: "authored",
    inputSchema,
    risk,
    asksByDefault: asksByDefault(risk),
    // A call that was shown with one version does not run with another.
    fingerprint: argumentsDigest({ description, inputSchema, code, capabilities }),
    run: async (input, { signal }) => {
      signal.throwIfAborted();
      const secrets = await secretsFor(capabilities.secrets ?? [], host);
      const granted = { hosts: capabilities.hosts, files: capabilities.files, secrets };
      const outcome = await runSandboxed({ code, input, capabilities: granted, signal }, host);
      if (outcome.ok) return outcome.result;
      const words = withConsole(outcome.error ?? "The code failed.", outcome.console);
      throw outcome.isUnknown ? new OutcomeUnknownError(words) : new ToolError(words);
    },
  };
}

async function secretsFor(
  names: readonly string[],
  host: AuthoredToolHost,
): Promise<Record<string, string> | undefined> {
  if (names.length === 0) return undefined;
  const values = await host.readSecrets(names);
  const entries = names.map((name): [string, string] => {
    const value = Object.hasOwn(values, name) ? values[name] : undefined;
    if (value === undefined) throw new ToolError(`The secret "${name}" is not set.`);
    return [name, value];
  });
  return Object.fromEntries(entries);
}

/** The last of what was logged says most about a failure. */
function withConsole(error: string, lines: readonly string[]): string {
  if (lines.length === 0) return error;
  const text = lines.join("\n");
  return `${error}\nConsole:\n${text.length > mostConsole ? `…${text.slice(-mostConsole)}` : text}`;
}

function titleOf(name: string): string {
  const words = name.replace(/[_-]+/g, " ").trim();
  return words === "" ? name : words.charAt(0).toUpperCase() + words.slice(1);
}
