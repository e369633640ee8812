import { createRequire } from "node:module";

const require = createRequire(import.meta.url);

/**
 * Drizzle as CommonJS, for all who need it at run time: its ES modules re-export one another by `export *`, and to link
 * them costs Node half a second and some 200 MB that the process never gives back. Only drizzle-kit reads the schema
 * files, which import it as usual.
 */
export const { sql } = require("drizzle-orm") as typeof import("drizzle-orm");
export const { PgDialect } = require("drizzle-orm/pg-core") as typeof import("drizzle-orm/pg-core");

export type { SQL } from "drizzle-orm";

export const onServer = () => ({
  ...(require("drizzle-orm/postgres-js") as typeof import("drizzle-orm/postgres-js")),
  ...(require("drizzle-orm/postgres-js/migrator") as typeof import("drizzle-orm/postgres-js/migrator")),
});

export const onEmbedded = () => ({
  ...(require("drizzle-orm/pglite") as typeof import("drizzle-orm/pglite")),
  ...(require("drizzle-orm/pglite/migrator") as typeof import("drizzle-orm/pglite/migrator")),
});
