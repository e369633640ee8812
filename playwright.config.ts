import { defineConfig, devices } from "@playwright/test";
import { findBrowser } from "./e2e/support/find-browser.ts";

export default defineConfig({
  testDir: "e2e/journeys",
  outputDir: "test-results",
  globalSetup: "./e2e/support/journeys-setup.ts",
  fullyParallel: true,
  forbidOnly: true,
  workers: 2,
  retries: 0,
  // Patience costs nothing where a test passes: a machine that is busy with something else is no failure.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: "list",
  use: {
    ...devices["Desktop Chrome"],
    screenshot: "only-on-failure",
    actionTimeout: 20_000,
    // What scrolls or fades on its way is where it was a moment before it is looked at.
    contextOptions: { reducedMotion: "reduce" },
    launchOptions: {
      executablePath: findBrowser(),
      args: [
        "--no-sandbox",
        "--disable-gpu",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
      ],
    },
  },
});
