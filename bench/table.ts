export type Row = {
  part: string;
  name: string;
  /** Null where nothing could be measured; `note` says why. */
  value: number | null;
  unit: string;
  /** The same of the floor, where it has it. */
  floor?: number;
  p95?: number;
  floorP95?: number;
  /** What is compared with the limit, where that is not the value itself. */
  ratio?: number;
  limit?: { kind: "most" | "least"; of: "value" | "ratio"; than: number };
  note?: string;
  /** For the JSON only. */
  details?: string[];
  /** Something broke: not slow, wrong. */
  failed?: boolean;
};

export type Verdict = "ok" | "MISSED" | "not measured" | "";

export function verdictOf(row: Row): Verdict {
  if (!row.limit) return "";
  const measured = row.limit.of === "ratio" ? row.ratio : row.value;
  if (measured === undefined || measured === null) return "not measured";
  const kept = row.limit.kind === "most" ? measured <= row.limit.than : measured >= row.limit.than;
  return kept ? "ok" : "MISSED";
}

export const missed = (rows: Row[]): Row[] => rows.filter((row) => verdictOf(row) === "MISSED");

export function formatNumber(value: number | null | undefined): string {
  if (value === undefined || value === null) return "";
  if (value === 0) return "0";
  const digits = Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 2;
  return Math.abs(value) < 0.1 ? value.toPrecision(2) : value.toFixed(digits);
}

const limitText = ({ limit }: Row): string =>
  limit
    ? `${limit.kind === "most" ? "≤" : "≥"} ${formatNumber(limit.than)}${limit.of === "ratio" ? " ×" : ""}`
    : "";

const heads = ["", "value", "p95", "unit", "floor", "p95", "ratio", "limit", ""];
const cellsOf = (row: Row): string[] => [
  `  ${row.name}`,
  row.value === null ? "–" : formatNumber(row.value),
  formatNumber(row.p95),
  row.unit,
  formatNumber(row.floor),
  formatNumber(row.floorP95),
  formatNumber(row.ratio),
  limitText(row),
  [verdictOf(row), row.note].filter(Boolean).join("  "),
];

/** One line a row, one heading a part; numbers to the right, words to the left. */
export function formatTable(rows: Row[]): string {
  const lines = [heads, ...rows.map(cellsOf)];
  const widths = heads.map((_, column) => Math.max(...lines.map((cells) => cells[column]?.length ?? 0)));
  const isNumber = [false, true, true, false, true, true, true, true, false];
  const format = (cells: string[]) =>
    cells
      .map((cell, column) =>
        isNumber[column] ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0),
      )
      .join("  ")
      .trimEnd();
  return [
    format(heads),
    ...rows.flatMap((row, index) => [
      ...(rows[index - 1]?.part === row.part ? [] : [row.part]),
      format(cellsOf(row)),
    ]),
  ].join("\n");
}
