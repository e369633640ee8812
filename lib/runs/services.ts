import type { Database } from "../db/client.ts";
import type { Events } from "../events/events.ts";
import type { Models } from "../models/models.ts";
import type { Registry } from "../tools/registry.ts";
import type { ToolSources } from "../tools/tool-sources.ts";
import type { RunStreams } from "./run-streams.ts";
import type { WorkingRuns } from "./working-runs.ts";

/** What the verbs of this room need of the world. */
export type RunServices = {
  database: Database;
  events: Events;
  registry: Registry;
  toolSources: ToolSources;
  models: Models;
  /** The values of the configured secrets, by name, as they are now. */
  secrets: { values(): Readonly<Record<string, string>> };
  instanceId: string;
  streams: RunStreams;
  working: WorkingRuns;
  workspacePath: string;
};

/** Which run, and under which epoch this instance believes to own it. */
export type Claim = { runId: string; conversationId: string; epoch: number };
