import { describe, expect, it } from "vitest";
import { createPlay, failure, rejection, text } from "./play.ts";

describe("call <tool> <json>", () => {
  it("makes the calls of all lines in one step, in order, also of tools that are not offered", async () => {
    const line = await createPlay().user(
      'call read_file {"path":"a.md"}\ncall launch_rocket {"to":"moon"}\nCALL list_files',
    );
    expect(line.calls).toEqual([
      { tool: "read_file", input: { path: "a.md" } },
      { tool: "launch_rocket", input: { to: "moon" } },
      { tool: "list_files", input: {} },
    ]);
  });

  it("takes JSON over several lines, and in a fence", async () => {
    const line = await createPlay().user(
      '```\ncall write_file {\n  "path": "a.md",\n  "content": "x"\n}\n```',
    );
    expect(line.calls).toEqual([{ tool: "write_file", input: { path: "a.md", content: "x" } }]);
  });

  it("sums up each: what ran, what failed, what was not run and why", async () => {
    const play = createPlay();
    await play.user(
      'call read_file {"path":"a.md"}\ncall read_file {"path":"b.md"}\ncall delete_file {"path":"c.md"}',
    );
    const end = await play.results(text("hello"), failure("There is no file b.md."), rejection("we need it"));
    expect(end.calls).toEqual([]);
    expect(end.says).toContain("`read_file` ran:\n\nhello");
    expect(end.says).toContain("`read_file` did not finish: it failed: There is no file b.md.");
    expect(end.says).toContain("`delete_file` was not run: rejected: “we need it”.");
  });

  it("explains bad JSON and calls nothing", async () => {
    const line = await createPlay().user("call read_file {path: 'a.md'}");
    expect(line.calls).toEqual([]);
    expect(line.says).toContain("not valid JSON");
    expect(line.says).toContain('call read_file {"path": "notes.md"}');
  });

  it("is not what “call me later” means", async () => {
    const line = await createPlay().user("call me later");
    expect(line.says).toContain("Three things that work");
  });
});
