import { z } from "zod";
import { storableValue } from "../policy/storable-text.ts";
import { breather } from "./breather.ts";
import type { Annotations, Definition, UpstreamTool } from "./definition.ts";
import { fingerprint } from "./fingerprint.ts";
import { type Hide, hideNothing } from "./hide.ts";
import { offeredDefinition } from "./offered-definition.ts";
import { providerProblem } from "./provider-problem.ts";
import { quoted } from "./quoted.ts";
import { schemaProblem } from "./schema-problem.ts";
import { sizeProblem } from "./size-problem.ts";
import { toolName } from "./tool-name.ts";

export type ReadTools = {
  tools: UpstreamTool[];
  /** What was left out or is not as it should be, a sentence each. */
  problems: string[];
};

/** What can be said of a tool in a server's settings. */
const mostName = 200;

const orAbsent = <Schema extends z.ZodType>(schema: Schema) => schema.optional().catch(undefined);
const annotationsSchema = z.object({
  title: orAbsent(z.string()),
  readOnlyHint: orAbsent(z.boolean()),
  destructiveHint: orAbsent(z.boolean()),
  idempotentHint: orAbsent(z.boolean()),
  openWorldHint: orAbsent(z.boolean()),
});
const listedSchema = z.object({
  name: z.string(),
  title: orAbsent(z.string()),
  description: orAbsent(z.string()),
  inputSchema: z.unknown(),
  annotations: annotationsSchema.optional().catch(undefined),
  execution: orAbsent(z.object({ taskSupport: orAbsent(z.string()) })),
});
type Listed = z.infer<typeof listedSchema>;

/**
 * Reads what a server listed, each tool on its own: one that is not well made takes no other with it. A long list takes
 * a while, and nobody else waits for it.
 */
export async function readTools(
  server: string,
  listed: readonly unknown[],
  hide: Hide = hideNothing,
): Promise<ReadTools> {
  const breathe = breather();
  const problems: string[] = [];
  const byOriginal = new Map<string, Listed>();
  for (const [index, item] of listed.entries()) {
    await breathe();
    const tool = readOne(item);
    if (tool === null) problems.push(`Entry ${index + 1} of the list is not a tool and is left out.`);
    else if (byOriginal.has(tool.name)) {
      problems.push(`The name ${quoted(tool.name, hide)} is listed more than once; the first is kept.`);
    } else byOriginal.set(tool.name, tool);
  }
  // Names that fit as they are come first, so that none of them has to move aside for a mapped one.
  const fits = (tool: Listed) => (/^[a-zA-Z0-9_-]+$/.test(tool.name) ? 0 : 1);
  const taken = new Set<string>();
  const names = new Map<string, string>();
  for (const tool of [...byOriginal.values()].sort((one, other) => fits(one) - fits(other))) {
    const name = toolName(server, tool.name, taken);
    taken.add(name);
    names.set(tool.name, name);
  }
  const tools: UpstreamTool[] = [];
  for (const listedTool of byOriginal.values()) {
    await breathe();
    const tool = wrap(server, names.get(listedTool.name) ?? "", listedTool, hide);
    tools.push(tool);
    if (tool.unusable !== null) problems.push(tool.unusable);
  }
  return { tools, problems };
}

function readOne(item: unknown): Listed | null {
  try {
    const parsed = listedSchema.safeParse(storableValue(item));
    return parsed.success ? parsed.data : null;
  } catch {
    // Nested deeper than can be walked.
    return null;
  }
}

function wrap(server: string, name: string, tool: Listed, hide: Hide): UpstreamTool {
  const annotations = withoutAbsent(tool.annotations ?? {});
  const listed: Definition = {
    title: tool.title ?? null,
    description: tool.description ?? null,
    inputSchema: tool.inputSchema ?? null,
    annotations,
  };
  const tooMuch = sizeProblem(listed);
  const definition = tooMuch === null ? listed : nothing;
  const problem = tooMuch ?? problemOf(tool, hide);
  const usable = problem === null ? definition : { ...definition, inputSchema: null };
  return {
    ...offeredDefinition(server, tool.name, usable),
    name,
    originalName: tool.name,
    annotations: definition.annotations,
    definition,
    fingerprint: fingerprint(definition),
    unusable: problem === null ? null : `The tool ${quoted(tool.name, hide)} cannot be used: ${problem}.`,
  };
}

const nothing: Definition = { title: null, description: null, inputSchema: null, annotations: {} };

function problemOf({ name, execution, inputSchema }: Listed, hide: Hide): string | null {
  // People choose tools by these names, and by @all and its like.
  if (name === "") return "it has no name";
  if (name.length > mostName) return `its name is longer than ${mostName} characters`;
  if (name.startsWith("@")) return "its name begins with @, which stands for several tools here";
  if (execution?.taskSupport === "required") return "it can only be run as a task, which is not offered";
  return schemaProblem(inputSchema, hide) ?? providerProblem(inputSchema);
}

const withoutAbsent = (annotations: Annotations): Annotations =>
  Object.fromEntries(Object.entries(annotations).filter(([, value]) => value !== undefined));
