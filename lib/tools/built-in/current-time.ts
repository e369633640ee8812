import { z } from "zod";
import { type Tool, ToolError } from "../tool.ts";
import { defineTool } from "./define-tool.ts";

export function createCurrentTimeTool(now: () => Date = () => new Date()): Tool {
  return defineTool({
    name: "current_time",
    title: "Current time",
    description: "Says the date and time now, in a time zone such as Europe/Berlin.",
    input: z.strictObject({
      timeZone: z.string().max(100).optional().describe("An IANA time zone; without it the server's own"),
    }),
    risk: "L0",
    asksByDefault: false,
    run: async ({ timeZone }) => {
      const moment = now();
      const format = formatter(timeZone);
      return {
        utc: moment.toISOString(),
        local: format.format(moment),
        timeZone: format.resolvedOptions().timeZone,
      };
    },
  });
}

function formatter(timeZone: string | undefined): Intl.DateTimeFormat {
  try {
    return new Intl.DateTimeFormat("en-GB", { dateStyle: "full", timeStyle: "long", timeZone });
  } catch {
    throw new ToolError(
      `There is no time zone ${JSON.stringify(timeZone)}; use a name such as Europe/Berlin.`,
    );
  }
}
