import { describe, expect, it } from "vitest";
import { readTools } from "./read-tools.ts";

const schema = { type: "object", properties: { path: { type: "string" } } };
const one = (tool: Record<string, unknown>) => readTools("files", [{ inputSchema: schema, ...tool }]);

describe("readTools", () => {
  it("keeps what the server says and adds what it does not", async () => {
    const { tools, problems } = await one({
      name: "read",
      annotations: { title: "Read it", readOnlyHint: true },
    });
    expect(problems).toEqual([]);
    expect(tools).toMatchObject([
      {
        name: "files__read",
        originalName: "read",
        title: "Read it",
        description: 'The tool "read" of the server "files". It has no description.',
        inputSchema: schema,
        annotations: { title: "Read it", readOnlyHint: true },
        definition: { title: null, description: null, inputSchema: schema },
        unusable: null,
      },
    ]);
  });

  it("keeps the first of several with the same name and reports the others", async () => {
    const { tools, problems } = await readTools("s", [
      { name: "a", description: "first", inputSchema: schema },
      { name: "a", description: "second", inputSchema: schema },
      { name: "a", description: "third", inputSchema: schema },
    ]);
    expect(tools.map(({ description }) => description)).toEqual(["first"]);
    expect(problems).toHaveLength(2);
    expect(problems[0]).toBe('The name "a" is listed more than once; the first is kept.');
  });

  it.each([
    ["none", undefined, "has no input schema"],
    ["a text", "object", "is not a JSON object"],
    ["a list", [], "is not a JSON object"],
    ["one of a number", { type: "number" }, "does not describe an object"],
    [
      "one with a type that there is not",
      { type: "object", properties: { a: { type: "text" } } },
      "/properties/a/type",
    ],
    ["one whose fields are no schemas", { type: "object", properties: { a: 1 } }, "not a valid JSON Schema"],
    ["one that providers refuse", { type: "object", propertyNames: true }, "propertyNames"],
    [
      "one that providers refuse further in",
      { type: "object", properties: { a: { items: { propertyNames: { type: ["string"] } } } } },
      "in properties",
    ],
    [
      "one with what is read in other dialects only",
      { $schema: "http://json-schema.org/draft-07/schema#", type: "object", $defs: { a: null } },
      "in $defs",
    ],
    ["larger than anyone would read", { type: "object", description: "x".repeat(70_000) }, "60,000"],
    ["nested deep", JSON.parse(`${'{"not":'.repeat(1_000)}{}${"}".repeat(1_000)}`), "64 levels"],
    ["one of an unknown dialect", { $schema: "https://example.com/mine", type: "object" }, "dialect"],
  ])(
    "keeps a tool whose schema is %s, marked as unusable with the reason",
    async (_, inputSchema, reason) => {
      const { tools, problems } = await readTools("s", [
        { name: "odd", inputSchema },
        { name: "fine", inputSchema: schema },
      ]);
      expect(tools[0]?.unusable).toContain('The tool "odd" cannot be used');
      expect(tools[0]?.unusable).toContain(reason);
      expect(tools[0]?.inputSchema).toEqual({ type: "object" });
      expect(tools[1]?.unusable).toBeNull();
      expect(problems).toEqual([tools[0]?.unusable]);
    },
  );

  it.each([
    ["draft 7", { $schema: "http://json-schema.org/draft-07/schema#", type: "object" }],
    ["2020-12", { $schema: "https://json-schema.org/draft/2020-12/schema", type: "object" }],
    [
      "draft 7 without saying so",
      { type: "object", properties: { a: { type: "array", items: [{ type: "string" }] } } },
    ],
    [
      "2020-12 without saying so",
      { type: "object", properties: { a: { prefixItems: [{ type: "string" }] } } },
    ],
    ["nothing at all", {}],
  ])("takes a schema of %s", async (_, inputSchema) => {
    const [tool] = (await readTools("s", [{ name: "a", inputSchema }])).tools;
    expect(tool?.unusable).toBeNull();
    expect(tool?.inputSchema).toEqual({ ...inputSchema, type: "object" });
  });

  it("takes names for names where keywords could stand", async () => {
    const named = { type: "object", properties: { propertyNames: { type: "number" }, allOf: {} } };
    const said = { type: "object", propertyNames: { pattern: "^a" }, examples: [{ propertyNames: true }] };
    const { problems } = await readTools("s", [
      { name: "a", inputSchema: named },
      { name: "b", inputSchema: said },
    ]);
    expect(problems).toEqual([]);
  });

  it.each([
    ["no name", "", "it has no name"],
    ["a name that no setting holds", "x".repeat(201), "longer than 200"],
    ["a name that means several", "@all", "begins with @"],
  ])("keeps a tool with %s, marked as unusable", async (_, name, reason) => {
    expect((await one({ name })).problems).toEqual([expect.stringContaining(reason)]);
  });

  it("hides what is secret in the names that it cuts", async () => {
    const token = "a-token-of-ours-".repeat(3);
    const hide = (words: string) => words.replaceAll(token, "[secret]");
    const name = `${"x".repeat(60)}/${token}`;
    const bad = { type: "object", properties: { [`${"x".repeat(80)}${token}`]: 1 } };
    const listed = [
      { name, inputSchema: schema },
      { name, inputSchema: schema },
      { name: `${name}!`, inputSchema: {}, execution: { taskSupport: "required" } },
      { name: "a", inputSchema: bad },
    ];
    const { problems } = await readTools("s", listed, hide);
    expect(problems).toHaveLength(3);
    for (const problem of problems) {
      expect(problem).toContain("[secret]");
      expect(problem).not.toContain("a-token");
    }
  });

  it("keeps a tool with a description that would fill a model's window, marked as unusable", async () => {
    const { tools, problems } = await one({ name: "a", description: "x".repeat(10_001) });
    expect(problems).toEqual([expect.stringContaining("10,000")]);
    expect(JSON.stringify(tools).length).toBeLessThan(1_000);
  });

  it("leaves out what is no tool and keeps the rest", async () => {
    const { tools, problems } = await readTools("s", [
      null,
      "tool",
      { title: "nameless" },
      { name: "a", inputSchema: schema },
    ]);
    expect(tools.map(({ name }) => name)).toEqual(["s__a"]);
    expect(problems).toHaveLength(3);
  });

  it("takes names such as constructor and __proto__ for what they are", async () => {
    const names = ["constructor", "__proto__", "hasOwnProperty", "toString"];
    const { tools } = await readTools(
      "s",
      names.map((name) => ({ name, inputSchema: schema })),
    );
    expect(tools.map(({ originalName }) => originalName)).toEqual(names);
    const hidden = JSON.parse(
      '{"name":"a","inputSchema":{"type":"object","properties":{"__proto__":{"type":"string"}}}}',
    );
    expect(Object.keys(((await one(hidden)).tools[0]?.inputSchema.properties ?? {}) as object)).toEqual([
      "__proto__",
    ]);
  });

  it("gives a plain name to the tool that has it, wherever it stands in the list", async () => {
    const listed = [
      { name: "a.b", inputSchema: schema },
      { name: "a_b", inputSchema: schema },
    ];
    const namesOf = async (list: unknown[]) => {
      const { tools } = await readTools("s", list);
      return new Map(tools.map((tool) => [tool.originalName, tool.name]));
    };
    const names = await namesOf(listed);
    expect(names.get("a_b")).toBe("s__a_b");
    expect(await namesOf(listed.toReversed())).toEqual(names);
    const mapped = names.get("a.b") ?? "";
    const alike = { name: mapped.replace("s__", ""), inputSchema: schema };
    expect((await namesOf([...listed, alike])).get(alike.name)).toBe(mapped);
  });

  it("does not believe hints that are not hints", async () => {
    const { tools } = await one({
      name: "a",
      annotations: { readOnlyHint: "yes", destructiveHint: 0, title: 7 },
    });
    expect(tools[0]?.annotations).toEqual({});
    expect((await one({ name: "a", annotations: "none" })).tools[0]?.annotations).toEqual({});
  });

  it("survives what is nested without end", async () => {
    let nested: Record<string, unknown> = { type: "string" };
    for (let depth = 0; depth < 50_000; depth += 1) nested = { not: nested };
    const { tools } = await readTools("s", [
      { name: "deep", inputSchema: { type: "object", ...nested } },
      { name: "fine", inputSchema: schema },
    ]);
    expect(tools.find(({ originalName }) => originalName === "fine")?.unusable).toBeNull();
    expect(tools.find(({ originalName }) => originalName === "deep")?.unusable ?? "left out").not.toBeNull();
  });

  it("lets everyone else have their turn while it reads a long list", async () => {
    const properties = Object.fromEntries(
      Array.from({ length: 40 }, (_, n) => [`field-${n}`, { type: "string", description: "A field." }]),
    );
    const listed = Array.from({ length: 1_500 }, (_, n) => ({
      name: `tool-${n}`,
      inputSchema: { type: "object", properties },
    }));
    let turns = 0;
    let reading = true;
    const turn = () => {
      turns += 1;
      if (reading) setImmediate(turn);
    };
    setImmediate(turn);
    const { tools } = await readTools("s", listed);
    reading = false;
    expect(tools).toHaveLength(1_500);
    expect(turns).toBeGreaterThan(1);
  });

  it("replaces what no database holds", async () => {
    expect((await one({ name: "a", description: "one\u0000two\uD800" })).tools[0]?.description).toBe(
      "one\uFFFDtwo\uFFFD",
    );
  });
});
