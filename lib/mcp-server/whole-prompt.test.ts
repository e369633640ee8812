import { expect, test } from "vitest";
import { builtIn } from "../tools/test-services.ts";
import { effectiveSettings } from "../tools/tool-settings.ts";
import { wholePrompt } from "./whole-prompt.ts";

const question = "Approve running tool 'look' with arguments {\"a\":1}?";

test.each([
  [{}, question],
  [{ changed: true }, `This tool's definition changed since a person reviewed it.\n${question}`],
  [{ changed: true, isNew: true }, `Nobody has reviewed this tool yet.\n${question}`],
])("of a tool that is %j a client's person is asked: %s", (more, prompt) => {
  const tool = { ...builtIn, ...more };
  expect(wholePrompt(tool, effectiveSettings(tool, undefined), '{"a":1}')).toBe(prompt);
});
