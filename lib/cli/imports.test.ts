import { expect, test } from "vitest";
import { importsIn } from "./imports.ts";

test("finds every way to import, and tells types from values", () => {
  const source = `
import "./side-effect.ts";
import path from "node:path";
import * as all from "./all.ts";
import type { A } from "./a.ts";
import { type B, type C } from "./b.ts";
import { type D, e } from "./d.ts";
import {
  one,
  two,
} from "./several-lines.ts";
export { f } from "./f.ts";
export * from "./g.ts";
export type { H } from "./h.ts";
const later = await import("./later.ts");
// import "./commented.ts";
/* import "./commented-too.ts"; */
`;
  expect(importsIn(source)).toEqual([
    { specifier: "./side-effect.ts", typeOnly: false },
    { specifier: "node:path", typeOnly: false },
    { specifier: "./all.ts", typeOnly: false },
    { specifier: "./a.ts", typeOnly: true },
    { specifier: "./b.ts", typeOnly: true },
    { specifier: "./d.ts", typeOnly: false },
    { specifier: "./several-lines.ts", typeOnly: false },
    { specifier: "./f.ts", typeOnly: false },
    { specifier: "./g.ts", typeOnly: false },
    { specifier: "./h.ts", typeOnly: true },
    { specifier: "./later.ts", typeOnly: false },
  ]);
});
