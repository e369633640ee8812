import { expect, test } from "vitest";
import { formatNumber, formatTable, missed, type Row, verdictOf } from "./table.ts";

const row: Row = { part: "Latency", name: "message → card", value: 8, unit: "ms", floor: 4, ratio: 2 };
const most = (than: number): Row["limit"] => ({ kind: "most", of: "ratio", than });

test.each<[string, Row, string]>([
  ["no limit, no verdict", row, ""],
  ["at the limit is kept", { ...row, limit: most(2) }, "ok"],
  ["above it is missed", { ...row, limit: most(1.9) }, "MISSED"],
  ["a limit of the value", { ...row, limit: { kind: "most", of: "value", than: 7 } }, "MISSED"],
  ["at least", { ...row, limit: { kind: "least", of: "value", than: 8 } }, "ok"],
  ["less than at least", { ...row, limit: { kind: "least", of: "value", than: 9 } }, "MISSED"],
  [
    "nothing measured",
    { ...row, value: null, limit: { kind: "most", of: "value", than: 9 } },
    "not measured",
  ],
])("%s", (_name, given, verdict) => {
  expect(verdictOf(given)).toBe(verdict);
});

test("only what was missed is missed", () => {
  const late = { ...row, limit: most(1) };
  expect(missed([row, late, { ...row, limit: most(3) }, { ...late, value: null }])).toEqual([
    late,
    { ...late, value: null },
  ]);
});

test.each([
  [1234.5, "1235"],
  [12.34, "12.3"],
  [1.236, "1.24"],
  [0.0123, "0.012"],
  [0, "0"],
  [null, ""],
])("%d is written %s", (value, text) => {
  expect(formatNumber(value)).toBe(text);
});

test("rows stand under their part, in columns", () => {
  const lines = formatTable([
    row,
    { ...row, name: "approve → done", value: 12, ratio: 3, limit: most(2), note: "why" },
    { part: "Size", name: "first load", value: null, unit: "kB" },
  ]).split("\n");
  expect(lines[1]).toBe("Latency");
  expect(lines[4]).toBe("Size");
  expect(lines[3]).toMatch(/^ {2}approve → done +12\.0 +ms +4\.00 +3\.00 +≤ 2\.00 × +MISSED {2}why$/);
  expect(lines[5]).toMatch(/^ {2}first load +– +kB$/);
  expect(lines[2]?.indexOf("ms")).toBe(lines[3]?.indexOf("ms"));
});
