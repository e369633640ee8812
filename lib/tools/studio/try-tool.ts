import type { z } from "zod";
import { AppError } from "../../errors.ts";
import type { tryToolSchema } from "../authored/authored-tool-schema.ts";
import { createAuthoredTool } from "../authored/create-authored-tool.ts";
import { runSandboxed, type SandboxOutcome } from "../authored/run-sandboxed.ts";
import { validateArguments } from "../validate-arguments.ts";
import type { StudioServices } from "./studio-services.ts";

/** Runs code once with sample arguments and the capabilities that it names, as its author asks; nothing is published. */
export async function tryTool(
  { sandbox }: Pick<StudioServices, "sandbox">,
  request: { input: z.infer<typeof tryToolSchema>; signal: AbortSignal },
): Promise<Omit<SandboxOutcome, "isUnknown">> {
  const { code, inputSchema = { type: "object" }, capabilities = {}, arguments: input } = request.input;
  const tool = createAuthoredTool(
    { name: "tried", description: "tried", inputSchema, code, capabilities },
    sandbox,
  );
  const invalid = validateArguments(tool, input);
  if (invalid) throw new AppError("invalid", `arguments: ${invalid}`, { field: "arguments" });
  const names = capabilities.secrets ?? [];
  const secrets = await sandbox.readSecrets(names);
  const missing = names.find((name) => !Object.hasOwn(secrets, name));
  if (missing !== undefined) {
    throw new AppError("invalid", `capabilities.secrets: ${missing} is not set`, {
      field: "capabilities.secrets",
    });
  }
  const granted = {
    hosts: capabilities.hosts,
    files: capabilities.files,
    ...(names.length > 0 && { secrets }),
  };
  const { isUnknown: _, ...outcome } = await runSandboxed(
    { code, input, capabilities: granted, signal: request.signal },
    sandbox,
  );
  return outcome;
}
