import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import path from "node:path";
import { chromium } from "@playwright/test";

/** First what has no window to draw: it is all that the journeys need, and takes a fifth less of their time. */
const installed = [
  "chromium-headless-shell",
  "google-chrome",
  "google-chrome-stable",
  "chromium",
  "chromium-browser",
  "chrome",
];
const macApplications = [
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
];

const advice = `No browser found for the journeys. One of these helps:
  - CHROMIUM_PATH=/path/to/chrome npm test
  - install Chrome or Chromium
  - npx playwright install chromium`;

/** CHROMIUM_PATH, then an installed browser, then Playwright's own, then the distribution's package. */
export function findBrowser(): string {
  const given = process.env.CHROMIUM_PATH;
  if (given) {
    if (existsSync(given)) return given;
    throw new Error(`CHROMIUM_PATH names ${given}, and there is no such file.`);
  }
  const found = onThisMachine() ?? playwrightsOwn() ?? download() ?? fromPackages();
  if (!found) throw new Error(advice);
  // Playwright reads its configuration again in every worker: they need not search.
  process.env.CHROMIUM_PATH = found;
  return found;
}

function onThisMachine(): string | undefined {
  const folders = (process.env.PATH ?? "").split(path.delimiter);
  const candidates = installed.flatMap((name) => folders.map((folder) => path.join(folder, name)));
  return [...candidates, ...macApplications].find((candidate) => existsSync(candidate));
}

function playwrightsOwn(): string | undefined {
  const own = chromium.executablePath();
  return own && existsSync(own) ? own : undefined;
}

function download(): string | undefined {
  const cli = path.resolve(import.meta.dirname, "../../node_modules/@playwright/test/cli.js");
  return run(process.execPath, [cli, "install", "chromium"]) ? playwrightsOwn() : undefined;
}

function fromPackages(): string | undefined {
  if (process.platform !== "linux" || process.getuid?.() !== 0) return undefined;
  run("apt-get", ["update"]);
  const some = ["chromium-headless-shell", "chromium"].some((name) =>
    run("apt-get", ["install", "-y", name]),
  );
  return some ? onThisMachine() : undefined;
}

function run(command: string, parameters: string[]): boolean {
  process.stderr.write(`No browser yet: ${path.basename(command)} ${parameters.join(" ")}\n`);
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  const { status } = spawnSync(command, parameters, { env, stdio: ["ignore", "ignore", "inherit"] });
  return status === 0;
}
