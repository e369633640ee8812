import { describe, expect, it } from "vitest";
import { createPlay, failure, json, text } from "./play.ts";
import { demoSuggestions } from "./suggestions.ts";

type Asked = [tool: string, input: unknown];
const requests: Array<[request: string, first: Asked, second?: Asked]> = [
  ["delete notes.md", ["delete_file", { path: "notes.md" }]],
  ["Please remove the file `reports/2024-q1.csv`.", ["delete_file", { path: "reports/2024-q1.csv" }]],
  [
    "delete notes.md and todo.md",
    ["delete_file", { path: "notes.md" }],
    ["delete_file", { path: "todo.md" }],
  ],
  ["delete the old reports", ["list_files", { path: "reports" }]],
  ["Could you clean up the reports from 2024?", ["list_files", { path: "reports" }]],
  ["rename notes.md to ideas.md", ["move_file", { source: "notes.md", destination: "ideas.md" }]],
  ["rename reports/a.csv to b.csv", ["move_file", { source: "reports/a.csv", destination: "reports/b.csv" }]],
  ["move notes.md to archive/", ["move_file", { source: "notes.md", destination: "archive/notes.md" }]],
  ["Move notes.md into archive", ["move_file", { source: "notes.md", destination: "archive/notes.md" }]],
  ["move a.md to b/c.md", ["move_file", { source: "a.md", destination: "b/c.md" }]],
  ["archive todo.md", ["move_file", { source: "todo.md", destination: "archive/todo.md" }]],
  ["read notes.md", ["read_file", { path: "notes.md" }]],
  ["Show me README.md, please", ["read_file", { path: "README.md" }]],
  ["what is in summary.md?", ["read_file", { path: "summary.md" }]],
  ["open notes.md and todo.md", ["read_file", { path: "notes.md" }], ["read_file", { path: "todo.md" }]],
  ["list files", ["list_files", {}]],
  ["What files are there?", ["list_files", {}]],
  ["what is in reports", ["list_files", { path: "reports" }]],
  ["What's in the workspace?", ["list_files", {}]],
  ["list the files in reports/", ["list_files", { path: "reports" }]],
  ["search for online", ["search_files", { query: "online" }]],
  ['find "third quarter"', ["search_files", { query: "third quarter" }]],
  ["where is Online mentioned?", ["search_files", { query: "Online" }]],
  ["search for delete in reports", ["search_files", { query: "delete", path: "reports" }]],
  ["what time is it", ["current_time", {}]],
  ["What time is it in Tokyo?", ["current_time", { timeZone: "Asia/Tokyo" }]],
  ["what time is it in Europe/Paris right now?", ["current_time", { timeZone: "Europe/Paris" }]],
  ["what's the time in New York", ["current_time", { timeZone: "America/New_York" }]],
  ["what is 12*7", ["calculate", { expression: "12*7" }]],
  ["Calculate (3 + 4) / 2", ["calculate", { expression: "(3 + 4) / 2" }]],
  ["what is 15% of 80?", ["calculate", { expression: "15 / 100 * 80" }]],
  ["how much is 1,200 times 3?", ["calculate", { expression: "1200 * 3" }]],
  ["write file hello.txt with Hello there", ["write_file", { path: "hello.txt", content: "Hello there\n" }]],
  ["create a file hello.txt containing 'Hi'", ["write_file", { path: "hello.txt", content: "Hi\n" }]],
  ['write "Hello" to greetings/hello.md', ["write_file", { path: "greetings/hello.md", content: "Hello\n" }]],
  ["create file empty.txt", ["write_file", { path: "empty.txt", content: "" }]],
  ["fix the total in summary.md", ["read_file", { path: "summary.md" }]],
  ["replace north with south in notes.md", ["read_file", { path: "notes.md" }]],
  ["fetch https://example.com/page.", ["fetch_url", { url: "https://example.com/page" }]],
  ["summarise the README", ["read_file", { path: "README.md" }]],
  ["Summarize the workspace", ["list_files", {}], ["read_file", { path: "README.md" }]],
];

describe("a plain request", () => {
  it("is not read when it is longer than its patterns can take, unless it is a call to the letter", async () => {
    const long = await createPlay().user(`write a${" ".repeat(90_000)}b`);
    expect(long.calls).toEqual([]);
    expect(long.says).toContain("up to 4,000 characters");
    const content = "word ".repeat(18_000);
    const { calls } = await createPlay().user(`call write_file ${JSON.stringify({ path: "a.md", content })}`);
    expect(calls).toEqual([{ tool: "write_file", input: { path: "a.md", content } }]);
  });

  it("takes any space between its words", async () => {
    const play = createPlay();
    const first = await play.user("replace  north   with   south   in   notes.md");
    expect(first.calls).toEqual([{ tool: "read_file", input: { path: "notes.md" } }]);
    expect((await play.results(text("Go north."))).calls).toEqual([
      { tool: "edit_file", input: { path: "notes.md", oldText: "north", newText: "south" } },
    ]);
    expect((await createPlay().user('write  "Hello"   to   hello.md')).calls).toEqual([
      { tool: "write_file", input: { path: "hello.md", content: "Hello\n" } },
    ]);
  });

  it.each(requests)("%s", async (request, first, second) => {
    const line = await createPlay().user(request);
    const calls = second === undefined ? [first] : [first, second];
    expect(line.calls).toEqual(calls.map(([tool, input]) => ({ tool, input })));
  });

  it("is answered with three examples that work when it is not understood", async () => {
    const line = await createPlay().user("compose a symphony");
    expect(line.calls).toEqual([]);
    const examples = [...line.says.matchAll(/^- “(.+)”$/gm)].map((match) => match[1] ?? "");
    expect(examples).toHaveLength(3);
    for (const example of examples) {
      expect((await createPlay().user(example)).calls, example).not.toEqual([]);
    }
  });

  it("says so when the tool that it needs is not offered", async () => {
    const line = await createPlay(["read_file"]).user("delete notes.md");
    expect(line.calls).toEqual([]);
    expect(line.says).toContain("`delete_file`");
  });
});

describe("what a result leads to", () => {
  it("deletes the reports of the years before the newest one, in one step", async () => {
    const play = createPlay();
    await play.user("Delete the old reports");
    const files = ["2024-q1", "2024-q2", "2025-q1"].map((name) => ({
      path: `reports/${name}.csv`,
      size: 80,
    }));
    const plan = await play.results(json({ files, total: 3, note: null }));
    expect(plan.calls).toEqual([
      { tool: "delete_file", input: { path: "reports/2024-q1.csv" } },
      { tool: "delete_file", input: { path: "reports/2024-q2.csv" } },
    ]);
    const end = await play.results(text("Deleted."), text("Deleted."));
    expect(end.calls).toEqual([]);
    expect(end.says).toContain("- Deleted `reports/2024-q1.csv`\n- Deleted `reports/2024-q2.csv`");
  });

  it("deletes nothing when all reports are of one year", async () => {
    const play = createPlay();
    await play.user("delete the old reports");
    const end = await play.results(text("2025-q1.csv  60 bytes\n2025-q2.csv  60 bytes"));
    expect(end.calls).toEqual([]);
    expect(end.says).toContain("all of 2025");
  });

  it("moves a group where it was told to", async () => {
    const play = createPlay();
    await play.user("move the 2024 reports to old/years");
    const plan = await play.results(text("- reports/2024-q1.csv\n- reports/2025-q1.csv"));
    expect(plan.calls).toEqual([
      { tool: "move_file", input: { source: "reports/2024-q1.csv", destination: "old/years/2024-q1.csv" } },
    ]);
  });

  it.each([
    ["# Sales\n\n| Q1 | 20,000 |\n| Q2 | 22,100 |\n\nTotal: 41,200\n", "Total: 41,200", "Total: 42,100"],
    [
      "| quarter | sales |\n| --- | ---: |\n| Q1 | 3140 |\n| Q4 | 3765 |\n\nTotal: 13450\n",
      "Total: 13450",
      "Total: 6905",
    ],
  ])("corrects a total from its parts", async (content, oldText, newText) => {
    const play = createPlay();
    await play.user("Fix the total in summary.md");
    const plan = await play.results(json({ path: "summary.md", content }));
    expect(plan.calls).toEqual([{ tool: "edit_file", input: { path: "summary.md", oldText, newText } }]);
    expect((await play.results(text("Edited."))).says).toContain("Edited `summary.md`");
  });

  it("replaces a text that is there once, and asks when it is there twice", async () => {
    const once = createPlay();
    await once.user('replace "north" with "south" in notes.md');
    expect((await once.results(text("the north dips"))).calls).toEqual([
      { tool: "edit_file", input: { path: "notes.md", oldText: "north", newText: "south" } },
    ]);
    const twice = createPlay();
    await twice.user('replace "north" with "south" in notes.md');
    const end = await twice.results(text("north, north"));
    expect(end.calls).toEqual([]);
    expect(end.says).toContain("2 times");
  });

  it("shows a file in a fence that its content cannot close", async () => {
    const play = createPlay();
    await play.user("read notes.md");
    const end = await play.results(text("# Notes\n```js\n1\n```\n"));
    expect(end.says).toContain("````md\n# Notes\n```js\n1\n```\n````");
  });

  it("lists files as a table when their sizes are known", async () => {
    const play = createPlay();
    await play.user("list files");
    const end = await play.results(
      json({
        files: [
          { path: "a.md", size: 12 },
          { path: "b.md", size: 3 },
        ],
      }),
    );
    expect(end.says).toContain("There are 2 files");
    expect(end.says).toContain("| `a.md` | 12 |");
  });

  it("gives a sum, a time and a search their answers", async () => {
    const sum = createPlay();
    await sum.user("what is 12*7?");
    expect((await sum.results(json({ result: 84 }))).says).toBe("`12*7` = **84**");
    const time = createPlay();
    await time.user("what time is it in Tokyo?");
    expect((await time.results(text("Wednesday, 21:05"))).says).toContain("Wednesday, 21:05");
    const search = createPlay();
    await search.user("search for online");
    const matches = [{ path: "notes.md", line: 3, text: "- Online sales" }];
    expect((await search.results(json({ matches }))).says).toContain("`notes.md`, line 3");
  });

  it("explains a failure and calls nothing more", async () => {
    const play = createPlay();
    await play.user("read nothing.md");
    const end = await play.results(failure("There is no file nothing.md."));
    expect(end.calls).toEqual([]);
    expect(end.says).toContain("There is no file nothing.md.");
  });
});

describe("the suggestions", () => {
  it("are four, and each leads to a call", async () => {
    expect(demoSuggestions).toHaveLength(4);
    for (const { text: request } of demoSuggestions) {
      expect((await createPlay().user(request)).calls, request).not.toEqual([]);
    }
  });
});
