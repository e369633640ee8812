import { expireDue } from "../approvals/expire-due.ts";
import type { Config } from "../config.ts";
import type { Executor } from "../db/client.ts";
import { openDatabase } from "../db/open.ts";
import { dropOldLogs } from "../runs/drop-old-logs.ts";
import { listenForRuns } from "../runs/listen.ts";
import { recoverOutsideCalls } from "../runs/outside/recover-calls.ts";
import { recoverRuns } from "../runs/recover.ts";
import { keepApart } from "../tools/workspace/keep-apart.ts";
import { openWorkspace } from "../tools/workspace/open-workspace.ts";
import { createEventFeed, type EventFeed } from "./event-feed.ts";
import { beat, forgetInstances, leave } from "./heartbeat.ts";
import { repeat } from "./repeat.ts";
import { createServices, type Installation, type Services } from "./services.ts";

export type Engine = { services: Services; feed: EventFeed; stop(): Promise<void> };

/** What starts with the server and stops with it: the database, the heartbeat, the sweeps. */
export async function startEngine(config: Config, installation: Installation): Promise<Engine> {
  const database = await openDatabase(config);
  try {
    const workspace = await openWorkspace(config.workspace);
    await keepApart(workspace, config.dataDirectory);
    const services = createServices(config, database, workspace, installation);
    await services.toolSources.refresh();
    const { instanceId } = services;
    const beatOn = async (on: Executor) => {
      const { otherPorts } = await beat(on, { id: instanceId, port: installation.port });
      services.otherInstancesListen(otherPorts);
    };
    await beatOn(database);
    await services.events.listen();
    listenForRuns(services);
    // Embedded there is no other instance: whatever was left running is an orphan at once.
    const leaseNow = database.kind === "embedded" ? 0 : config.leaseSeconds;
    await recoverRuns(services, leaseNow, config.maximumRuns);
    await recoverOutsideCalls(services, leaseNow);
    const feed = createEventFeed(services);
    const leaseMilliseconds = config.leaseSeconds * 1_000;
    const oftenMilliseconds = Math.min(2_000, leaseMilliseconds / 2);
    const sweeps = [
      repeat("heartbeat", leaseMilliseconds / 4, () => beatOn(database.heartbeat)),
      repeat("deadlines", 1_000, () => expireDue(services)),
      repeat("recovery", oftenMilliseconds, () =>
        recoverRuns(services, config.leaseSeconds, config.maximumRuns),
      ),
      repeat("outside recovery", oftenMilliseconds, () => recoverOutsideCalls(services, config.leaseSeconds)),
      // A notification that was lost: what people changed on another instance is known here soon all the same.
      repeat("tools", 15_000, () => services.toolSources.refresh()),
      repeat("housekeeping", 60_000, async () => {
        await dropOldLogs(database);
        await forgetInstances(database);
      }),
    ];
    return {
      services,
      feed,
      async stop() {
        await Promise.all(sweeps.map((sweep) => sweep.stop()));
        await feed.stop();
        await services.working.stopAll();
        await Promise.all([services.servers.stop(), services.sandbox.pool.close()]);
        await services.events.flush();
        await leave(database, instanceId);
        await database.close();
      },
    };
  } catch (error) {
    await database.close();
    throw error;
  }
}
