import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { importedFiles, importsIn } from "./cli/imports.ts";

const root = path.resolve(import.meta.dirname, "..");

/** A room imports from rooms in the lines above its own, never from its neighbours or from below. */
const floors = [
  ["policy"],
  ["db"],
  ["events", "audit", "auth"],
  ["mcp-client"],
  ["tools"],
  ["approvals"],
  ["models"],
  ["runs"],
  ["conversations"],
  ["engine", "mcp-server"],
  ["http"],
  ["cli"],
];

/** Configuration, errors and the log lean on nothing and carry everyone; so do the shapes. */
const leaves = ["lib/config.ts", "lib/errors.ts", "lib/log.ts"];
const isShape = (file: string) => /^lib\/[^/]+\/schema\.ts$/.test(file);
const isForTests = (file: string) => /\.test\.tsx?$|\/test-[^/]+$/.test(file);

const product = globSync("{app,components,lib}/**/*.{ts,tsx}", { cwd: root }).filter(
  (file) => !isForTests(file),
);
const inLib = product.filter((file) => file.startsWith("lib/"));
const inComponents = product.filter((file) => file.startsWith("components/"));

const roomOf = (file: string) => /^lib\/([^/]+)\//.exec(file)?.[1];
const floorOf = (room: string) => floors.findIndex((floor) => floor.includes(room));
const sourceOf = (file: string) => readFileSync(path.join(root, file), "utf8");

function importsThatBreak(
  files: string[],
  breaks: (from: string, to: string, typeOnly: boolean) => boolean,
): string[] {
  return files.flatMap((from) =>
    importedFiles(root, from)
      .filter(({ file, typeOnly }) => breaks(from, file, typeOnly))
      .map(({ file }) => `${from} → ${file}`),
  );
}

/** The files that contain the pattern, but for those that are meant to. */
const othersWith = (pattern: RegExp, meant: string[]) =>
  inLib.filter((file) => !meant.includes(file) && pattern.test(sourceOf(file)));

const importersOf = (target: string) =>
  product.filter((from) =>
    importedFiles(root, from).some(({ file, typeOnly }) => file === target && !typeOnly),
  );

test("every room has its floor", () => {
  const rooms = new Set(inLib.map(roomOf).filter((room) => room !== undefined));
  expect([...rooms].filter((room) => floorOf(room) === -1)).toEqual([]);
});

test("imports inside lib go one way", () => {
  const wrong = importsThatBreak(inLib, (from, to) => {
    if (leaves.includes(to) || isShape(to)) return false;
    const [own, other] = [roomOf(from), roomOf(to)];
    if (leaves.includes(from) && other === "policy") return false;
    if (!to.startsWith("lib/") || own === undefined || other === undefined) return true;
    return own !== other && floorOf(other) >= floorOf(own);
  });
  expect(wrong).toEqual([]);
});

test("drizzle is loaded in one place, as CommonJS: its ES modules cost 135 MB", () => {
  const schema = inLib.filter((file) => file.startsWith("lib/db/schema/"));
  expect(othersWith(/from "drizzle-orm/, ["lib/db/sql.ts", ...schema])).toEqual([]);
  expect(importsThatBreak(inLib, (from, to) => schema.includes(to) && !schema.includes(from))).toEqual([]);
});

test("shapes and leaves import nothing of ours but the policy and other shapes", () => {
  const pure = inLib.filter((file) => leaves.includes(file) || isShape(file));
  expect(importsThatBreak(pure, (_from, to) => !isShape(to) && roomOf(to) !== "policy")).toEqual([]);
});

test("the policy does no I/O and reads no clock", () => {
  const policy = inLib.filter((file) => roomOf(file) === "policy");
  const allowed = ["node:crypto", "zod", "canonicalize", "diff"];
  const foreign = policy.flatMap((file) =>
    importsIn(sourceOf(file))
      .filter(({ specifier }) => !specifier.startsWith(".") && !allowed.includes(specifier))
      .map(({ specifier }) => `${file} → ${specifier}`),
  );
  expect(foreign).toEqual([]);
  const clock = /Date\.now\(|new Date\(\)|performance\.now\(|Math\.random\(|process\.env/;
  expect(policy.filter((file) => clock.test(sourceOf(file)))).toEqual([]);
});

test("lib knows neither React nor, outside http and auth, Next", () => {
  const wrong = inLib.flatMap((file) =>
    importsIn(sourceOf(file))
      .filter(({ specifier }) => {
        if (/^(react|react-dom|@ai-sdk\/react|radix-ui|lucide-react)(\/|$)/.test(specifier)) return true;
        return /^next(\/|$)/.test(specifier) && !["http", "auth"].includes(roomOf(file) ?? "");
      })
      .map(({ specifier }) => `${file} → ${specifier}`),
  );
  expect(wrong).toEqual([]);
});

test("components take values of lib only from the policy, shapes and the demo's suggestions", () => {
  const wrong = importsThatBreak(inComponents, (_from, to, typeOnly) => {
    if (to.startsWith("components/") || typeOnly) return false;
    return roomOf(to) !== "policy" && !isShape(to) && to !== "lib/models/demo/suggestions.ts";
  });
  expect(wrong).toEqual([]);
});

test("one file executes tools", () => {
  const dispatcher = "lib/runs/dispatch.ts";
  expect(othersWith(/\btool\??\.run\b|\.run\(/, [dispatcher])).toEqual([]);
  const claimers = ["lib/runs/execute-calls.ts", "lib/runs/outside/execute-call.ts"];
  expect(importersOf(dispatcher).sort()).toEqual(claimers);
});

test("one file decides; a stop may only cancel", () => {
  const [door, stop] = ["lib/approvals/answer.ts", "lib/runs/cancel.ts"];
  expect(
    othersWith(/update\s+approvals\b|insert\s+into\s+decisions\b|update\(approvals\)/i, [door, stop]),
  ).toEqual([]);
  expect(importersOf(door)).toEqual(["lib/approvals/decide.ts"]);
  expect(sourceOf(stop)).not.toMatch(/set status = '(?!cancelled')|'(approve|reject)'/);
});

test("only those who speak for a person reach the door", () => {
  const mayAsk = ["approvals", "conversations", "engine", "http"];
  const forClients = ["answer-call", "ask-in-chat", "recover-calls"].map(
    (file) => `lib/runs/outside/${file}.ts`,
  );
  const wrong = importersOf("lib/approvals/decide.ts").filter(
    (file) => !mayAsk.includes(roomOf(file) ?? "") && !forClients.includes(file),
  );
  expect(wrong).toEqual([]);
});
