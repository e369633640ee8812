import { defineConfig } from "vitest/config";

const onBothDatabases = ["lib/**/*.db.test.ts"];
/** What only a database outside this process can do: go away. */
const onServerOnly = ["lib/**/*.server.test.ts"];
const postgres = "e2e/support/postgres-setup.ts";
const patient = { testTimeout: 20_000, hookTimeout: 30_000 };

export default defineConfig({
  test: {
    allowOnly: false,
    // Every core: by default one of two would stay idle.
    maxWorkers: "100%",
    projects: [
      {
        test: {
          name: "unit",
          include: ["{lib,components,bench}/**/*.test.{ts,tsx}"],
          exclude: [...onBothDatabases, ...onServerOnly],
        },
      },
      {
        test: {
          name: "pglite",
          include: onBothDatabases,
          env: { TEST_DATABASE: "pglite" },
          globalSetup: "e2e/support/temporary-setup.ts",
          ...patient,
        },
      },
      {
        test: {
          name: "postgres",
          include: [...onBothDatabases, ...onServerOnly, "e2e/support/**/*.test.ts"],
          env: { TEST_DATABASE: "postgres" },
          globalSetup: [postgres, "e2e/support/temporary-setup.ts"],
          ...patient,
        },
      },
      {
        test: {
          name: "promises",
          include: ["e2e/promises/**/*.test.ts"],
          globalSetup: [postgres, "e2e/support/product-setup.ts"],
          testTimeout: 120_000,
          hookTimeout: 120_000,
          // Every test here starts processes of its own; more at once than two cores carry makes all of them late.
          maxWorkers: 2,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
