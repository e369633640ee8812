import type { UIMessageChunk } from "ai";
import { decide } from "../approvals/decide.ts";
import type { Approval, DecisionInput } from "../approvals/schema.ts";
import { owner } from "../auth/principal.ts";
import { createConversation } from "../conversations/create.ts";
import type { Database, Row } from "../db/client.ts";
import { newId } from "../db/new-id.ts";
import type { SQL } from "../db/sql.ts";
import { openTestDatabase } from "../db/test-database.ts";
import { createEvents } from "../events/events.ts";
import { log } from "../log.ts";
import { createToolSources } from "../tools/tool-sources.ts";
import { getRun } from "./get-run.ts";
import { listenForRuns } from "./listen.ts";
import { openStream, type StreamItem } from "./open-stream.ts";
import { createRunStreams } from "./run-streams.ts";
import type { Run } from "./schema.ts";
import type { RunServices } from "./services.ts";
import { startRun } from "./start.ts";
import { type Line, ScriptedModel } from "./test-model.ts";
import { createToolbox, type Toolbox } from "./test-tools.ts";
import { createWorkingRuns, type WorkingRuns } from "./working-runs.ts";

export type Instance = RunServices & {
  /** When nothing is being worked on here any more. */
  idle: () => Promise<void>;
};

export type Stage = Instance & {
  toolbox: Toolbox;
  rows: <T extends Row>(statement: SQL) => Promise<T[]>;
  /** A conversation of its own, with a model that speaks these lines. */
  begin: (...lines: Line[]) => Promise<Play>;
  /** Another instance on the same database, with the same tools and scripts. */
  another: () => Promise<Instance>;
  close: () => Promise<void>;
};

/** A conversation with a scripted model: tests read like plays. */
export type Play = {
  conversationId: string;
  model: ScriptedModel;
  /** A person's message; resolves when the run rests or has ended. */
  say: (text: string) => Promise<Run>;
  /** The same, without waiting. */
  begin: (text: string) => Promise<string>;
  run: () => Promise<Run>;
  pending: () => Promise<Approval>;
  /** A person's answer to the nth question of the run. */
  answer: (input: DecisionInput, which?: number) => Promise<Approval>;
  /** All that the run shows after the cursor, until it rests or ends. */
  stream: (after?: string | null, instance?: Instance) => Promise<StreamItem[]>;
};

export async function openStage(wrap: (database: Database) => Database = (same) => same): Promise<Stage> {
  log.level = "silent";
  const opened = await openTestDatabase();
  const database = wrap(opened.database);
  const toolbox = createToolbox();
  const models = new Map<string, ScriptedModel>();
  const instances: Instance[] = [];
  const instance = async (): Promise<Instance> => {
    const working = trackedRuns();
    const services: Instance = {
      database,
      events: createEvents(database),
      registry: toolbox.registry,
      toolSources: createToolSources(database, []),
      models: scriptedModels(models),
      secrets: { values: () => toolbox.secrets },
      instanceId: newId(),
      streams: createRunStreams(),
      working,
      workspacePath: "/workspace",
      idle: working.idle,
    };
    listenForRuns(services);
    await services.events.listen();
    await services.toolSources.refresh();
    instances.push(services);
    return services;
  };
  const first = await instance();
  return {
    ...first,
    toolbox,
    rows: (statement) => database.query(statement),
    begin: (...lines) => beginPlay(first, models, lines),
    another: instance,
    close: async () => {
      for (const each of instances) {
        await each.working.stopAll();
        await each.events.flush();
      }
      await opened.close();
    },
  };
}

async function beginPlay(
  services: Instance,
  models: Map<string, ScriptedModel>,
  lines: Line[],
): Promise<Play> {
  const model = new ScriptedModel(newId(), lines);
  models.set(model.modelId, model);
  const { id: conversationId } = await createConversation(services, {
    input: { model: model.modelId },
    by: owner,
  });
  let runId = "";
  const run = () => getRun(services.database, runId);
  const begin = async (text: string) => {
    const started = await startRun(services, { conversationId, text, by: owner });
    if (!started) throw new Error("The conversation has a run already.");
    runId = started.runId;
    return runId;
  };
  return {
    conversationId,
    model,
    run,
    begin,
    say: async (text) => {
      await begin(text);
      await services.idle();
      return run();
    },
    pending: async () => {
      const found = (await run()).approvals.find((approval) => approval.status === "pending");
      if (!found) throw new Error("Nothing is pending.");
      return found;
    },
    answer: async (input, which = 0) => {
      const approval = (await run()).approvals[which];
      if (!approval) throw new Error(`There is no approval ${which}.`);
      const decided = await decide(services, { id: approval.id, ...input, by: owner, channel: "chat" });
      await services.idle();
      return decided;
    },
    stream: async (after = null, instance = services) => {
      const items: StreamItem[] = [];
      const signal = AbortSignal.timeout(15_000);
      for await (const item of await openStream(instance, { runId, after, signal })) items.push(item);
      signal.throwIfAborted();
      return items;
    },
  };
}

function scriptedModels(models: Map<string, ScriptedModel>): RunServices["models"] {
  return {
    provider: "demo",
    host: null,
    defaultModel: "none",
    resolve: (id) => {
      const model = models.get(id ?? "");
      if (!model) throw new Error(`There is no scripted model ${id}.`);
      return { model, id: model.modelId, contextTokens: 20_000 };
    },
    list: async () => ({ available: [], error: null }),
  };
}

function trackedRuns(): WorkingRuns & { idle: () => Promise<void> } {
  const working = createWorkingRuns();
  const pending = new Set<Promise<void>>();
  return {
    ...working,
    add: (runId, epoch, work) =>
      working.add(runId, epoch, (signal) => {
        const done = work(signal).finally(() => pending.delete(done));
        pending.add(done);
        return done;
      }),
    idle: async () => {
      while (pending.size > 0) await Promise.allSettled([...pending]);
    },
  };
}

/** The words that a reader of these chunks has on the page. */
export const wordsShown = (items: { chunk: UIMessageChunk }[]): string =>
  items.map(({ chunk }) => (chunk.type === "text-delta" ? chunk.delta : "")).join("");

export const typesShown = (items: { chunk: UIMessageChunk }[]): string[] =>
  items.map(({ chunk }) => chunk.type);
