import { createAskUserTool } from "../tools/built-in/ask-user.ts";
import { createRegistry, type Registry } from "../tools/registry.ts";
import { GroundChangedError, type Tool, ToolError } from "../tools/tool.ts";

const named = {
  type: "object",
  properties: { name: { type: "string" } },
  required: ["name"],
  additionalProperties: false,
};

/** A place where a tool stands still until a test lets it go on. */
export type Door = {
  entered: Promise<void>;
  enter: () => void;
  opened: Promise<string>;
  open: (result: string) => void;
  aborted: boolean;
};

export type Toolbox = {
  registry: Registry;
  /** What really ran, as `tool name`, in order. */
  ran: string[];
  /** What stands in the world; a tool that foresees says so as its ground. */
  world: Map<string, string>;
  door: (name: string) => Door;
  /** The configured secrets: their values must not come back. */
  secrets: Record<string, string>;
  /** Called whenever a tool runs or foresees. */
  watch: { atWork: () => void };
};

export function createToolbox(): Toolbox {
  const ran: string[] = [];
  const world = new Map<string, string>();
  const doors = new Map<string, Door>();
  const watch = { atWork: () => {} };
  const door = (name: string): Door => {
    const known = doors.get(name);
    if (known) return known;
    const entered = Promise.withResolvers<void>();
    const opened = Promise.withResolvers<string>();
    const made: Door = {
      entered: entered.promise,
      enter: entered.resolve,
      opened: opened.promise,
      open: opened.resolve,
      aborted: false,
    };
    doors.set(name, made);
    return made;
  };
  const standStill: Tool["run"] = ({ name }, { signal }) => {
    const stands = door(String(name));
    ran.push(`stand ${name}`);
    stands.enter();
    return new Promise((resolve, reject) => {
      stands.opened.then(resolve);
      signal.addEventListener("abort", () => {
        stands.aborted = true;
        reject(signal.reason);
      });
    });
  };
  const tools: Tool[] = [
    {
      ...common("look", "L0", false),
      run: async ({ name }) => {
        watch.atWork();
        ran.push(`look ${name}`);
        return `saw ${name}`;
      },
    },
    {
      ...common("erase", "L4", true),
      foresee: async ({ name }) => {
        watch.atWork();
        if (name === "nothing") return { possible: false, error: "There is nothing by that name." };
        return {
          possible: true,
          preview: { kind: "text", text: `erases ${name}` },
          ground: ground(String(name)),
        };
      },
      run: async ({ name }, context) => {
        watch.atWork();
        if (context.ground !== null && context.ground !== ground(String(name))) {
          throw new GroundChangedError(`'${name}'`);
        }
        ran.push(`erase ${name}`);
        return { erased: name };
      },
    },
    { ...common("stand", "L0", false), run: standStill },
    { ...common("guarded_stand", "L4", true), run: standStill },
    {
      ...common("fail", "L0", false),
      run: async ({ name }) => {
        ran.push(`fail ${name}`);
        if (name === "unexpectedly") throw new TypeError("an inner secret");
        throw new ToolError(world.get(String(name)) ?? "It could not be done.");
      },
    },
    {
      ...common("renewed", "L0", false),
      changed: true,
      changes: "-as it was\n+as it is",
      run: async () => null,
    },
    {
      ...common("tell", "L0", false),
      run: async ({ name }, context) => {
        for (let progress = 1; progress <= 1_000; progress += 1) {
          context.onProgress?.({ progress, total: 1_000, message: world.get(String(name)) ?? null });
        }
        return standStill({ name }, context);
      },
    },
    { ...common("recite", "L0", false), run: async ({ name }) => world.get(String(name)) ?? "" },
    createAskUserTool(),
  ];
  const ground = (name: string) => world.get(name) ?? "as it was";
  return { registry: createRegistry(tools), secrets: {}, ran, world, door, watch };
}

const common = (name: string, risk: Tool["risk"], asksByDefault: boolean) => ({
  name,
  title: name,
  description: `${name} something by its name`,
  source: "built-in" as const,
  inputSchema: named,
  risk,
  asksByDefault,
});
