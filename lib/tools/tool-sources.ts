import type { Executor } from "../db/client.ts";
import { type SQL, sql } from "../db/sql.ts";

/** Which state of the tools and secrets the database has: those transactions that wrote them last. */
export type Revision = { all: string; tool: string | null };

/** The tools and secrets that an instance keeps in memory. */
export type ToolSources = {
  isCurrent(toolName: string, revision: Revision): boolean;
  /** Afterwards memory has whatever was committed before this was called. */
  refresh(): Promise<void>;
};

const all = sql`concat(
  (select string_agg(s.xmin::text, ',' order by s.id) from servers s), '/',
  (select string_agg(t.xmin::text, ',' order by t.name) from authored_tools t), '/',
  (select string_agg(x.xmin::text, ',' order by x.name) from secrets x))`;

/** A part of the statement that claims a call: what people changed on another instance counts, told of or not. */
export const revisionOf = (toolName: SQL): SQL => sql`jsonb_build_object('all', ${all},
  'tool', (select d.xmin::text from server_tools d where d.name = ${toolName}))`;

type Source = { reload(): Promise<void> };
type Loaded = { all: string; tools: ReadonlyMap<string, string> };

export function createToolSources(database: Executor, sources: readonly Source[]): ToolSources {
  let loaded: Loaded = { all: "nothing was read", tools: new Map() };
  let next: Promise<void> | null = null;
  let current: Promise<void> = Promise.resolve();

  const read = async () => {
    const [row] = await database.query<{ all: string; tools: [string, string][] | null }>(sql`
      select ${all} as all, (select json_agg(json_build_array(d.name, d.xmin::text)) from server_tools d) as tools`);
    await Promise.all(sources.map((source) => source.reload()));
    loaded = { all: row?.all ?? "", tools: new Map(row?.tools) };
  };

  return {
    isCurrent: (toolName, revision) =>
      revision.all === loaded.all && revision.tool === (loaded.tools.get(toolName) ?? null),
    /** One that has not begun serves all who ask meanwhile. */
    refresh() {
      next ??= current
        .catch(() => {})
        .then(() => {
          current = next ?? current;
          next = null;
          return read();
        });
      return next;
    },
  };
}
