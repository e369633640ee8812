import { readFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { validateArguments } from "../validate-arguments.ts";
import { type Input, inside, prepareSampleFolder, run, toolNamed, tools } from "./test-sample-folder.ts";

prepareSampleFolder();

describe("the built-in tools", () => {
  it("are those of the contract, with their risk and whether they ask", () => {
    const described = tools().map(({ name, risk, asksByDefault, foresee: ahead }) => [
      name,
      risk,
      asksByDefault,
      Boolean(ahead),
    ]);
    expect(described).toEqual([
      ["list_files", "L0", false, false],
      ["read_file", "L0", false, false],
      ["search_files", "L0", false, false],
      ["current_time", "L0", false, false],
      ["calculate", "L0", false, false],
      ["write_file", "L2", true, true],
      ["edit_file", "L2", true, true],
      ["move_file", "L2", true, true],
      ["fetch_url", "L3", true, true],
      ["delete_file", "L4", true, true],
      ["ask_user", "L0", true, false],
    ]);
  });

  it("know their arguments and no others", () => {
    for (const tool of tools()) {
      expect(tool.inputSchema).toMatchObject({ type: "object", additionalProperties: false });
      expect(validateArguments(tool, { other: 1 })).not.toBeNull();
    }
    expect(validateArguments(toolNamed("list_files"), {})).toBeNull();
    expect(validateArguments(toolNamed("read_file"), { path: "a", offset: 0, limit: 1 })).toBeNull();
    expect(validateArguments(toolNamed("edit_file"), { path: "a", oldText: "", newText: "" })).toContain(
      "oldText",
    );
  });

  it.each(["list_files", "read_file", "write_file", "delete_file", "calculate"])(
    "%s does not start when stopped",
    async (name) => {
      const input: Record<string, Input> = {
        list_files: {},
        read_file: { path: "notes.md" },
        write_file: { path: "notes.md", content: "" },
        delete_file: { path: "notes.md" },
        calculate: { expression: "1" },
      };
      await expect(run(name, input[name] ?? {}, null, AbortSignal.abort())).rejects.toMatchObject({
        name: "AbortError",
      });
      expect(await readFile(inside("notes.md"), "utf8")).toBe("one\ntwo\nthree\n");
    },
  );
});
