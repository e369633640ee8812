import { mkdir, utimes, writeFile } from "node:fs/promises";
import path from "node:path";

type Quarter = { name: string; ended: string; north: number; south: number; online: number };

const quarters: Quarter[] = [
  { name: "2024-q1", ended: "2024-03-31", north: 1180, south: 940, online: 610 },
  { name: "2024-q2", ended: "2024-06-30", north: 1225, south: 985, online: 700 },
  { name: "2024-q3", ended: "2024-09-30", north: 1090, south: 1010, online: 760 },
  { name: "2024-q4", ended: "2024-12-31", north: 1340, south: 1075, online: 905 },
  { name: "2025-q1", ended: "2025-03-31", north: 1210, south: 990, online: 940 },
  { name: "2025-q2", ended: "2025-06-30", north: 1265, south: 1040, online: 1015 },
  { name: "2025-q3", ended: "2025-09-30", north: 1150, south: 1085, online: 1080 },
  { name: "2025-q4", ended: "2025-12-31", north: 1410, south: 1120, online: 1235 },
];

const report = ({ name, north, south, online }: Quarter): string =>
  `quarter,region,sales\n${name},north,${north}\n${name},south,${south}\n${name},online,${online}\n`;

const documents: Record<string, string> = {
  "README.md": `# Sample workspace

A small folder to try Countersign on. The agent can read everything here; whatever would change something
asks you first.

- \`reports/\` has the sales of each quarter. The reports of 2024 are old and no longer needed.
- \`summary.md\` sums up 2025. Its total is wrong.
- \`notes.md\` and \`todo.md\` are what they say.
`,
  // The four quarters of 2025 add up to 13540: the wrong total is something to ask about.
  "summary.md": `# Sales in 2025

| quarter | sales |
| --- | ---: |
| Q1 | 3140 |
| Q2 | 3320 |
| Q3 | 3315 |
| Q4 | 3765 |

Total: 13450
`,
  "notes.md": `# Notes

- Online sales have grown in every quarter since the new shop opened.
- The north dips in every third quarter; ask the team why.
- Idea: one page a quarter instead of a spreadsheet.
`,
  "todo.md": `# To do

- [ ] Delete the reports of 2024
- [ ] Correct the total in summary.md
- [ ] Rename notes.md to ideas.md
- [x] Collect the reports of 2025
`,
};

/** Writes the sample files; reports carry the date on which their quarter ended. */
export async function writeSample(folder: string): Promise<void> {
  for (const [name, content] of Object.entries(documents)) await writeFile(path.join(folder, name), content);
  await mkdir(path.join(folder, "reports"));
  for (const quarter of quarters) {
    const file = path.join(folder, "reports", `${quarter.name}.csv`);
    const ended = new Date(`${quarter.ended}T17:00:00Z`);
    await writeFile(file, report(quarter));
    await utimes(file, ended, ended);
  }
}
