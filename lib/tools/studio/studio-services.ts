import type { Database } from "../../db/client.ts";
import type { Events } from "../../events/events.ts";
import type { AuthoredToolHost } from "../authored/create-authored-tool.ts";
import type { Registry } from "../registry.ts";
import type { AuthoredSource } from "./authored-source.ts";

/** What the verbs on authored tools need of the world. */
export type StudioServices = {
  database: Database;
  events: Events;
  registry: Registry;
  authored: AuthoredSource;
  sandbox: AuthoredToolHost;
};
