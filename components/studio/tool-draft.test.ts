import { expect, test } from "vitest";
import { capabilitiesOf, draftOf, newTool, problemsOf, publishedBody } from "./tool-draft";

const draft = { ...newTool, name: "count_words", description: "Counts words" };

test("the tool that a new page begins with lacks only its name and description", () => {
  expect(Object.keys(problemsOf(newTool))).toEqual(["name", "description"]);
  expect(problemsOf(draft)).toEqual({});
});

test("a capability that is not given is not there", () => {
  expect(capabilitiesOf(draft)).toEqual({});
  expect(
    capabilitiesOf({ hosts: " a.example,\nb.example a.example", files: "read", secrets: ["KEY"] }),
  ).toEqual({ hosts: ["a.example", "b.example"], files: "read", secrets: ["KEY"] });
});

test("what is published comes back as the same draft", () => {
  const whole = { ...draft, hosts: "a.example\nb.example", files: "write" as const, secrets: ["KEY"] };
  const body = publishedBody({ ...whole, prompt: "Count {args.text}?" });
  if (!body) throw new Error("it can be published");
  const approval = { mode: "required" as const, prompt: "Count {args.text}?" };
  expect(publishedBody(draftOf({ ...body, approval }))).toEqual(body);
});

test("a flag that was not chosen is not sent: it follows the risk of what is published", () => {
  expect(publishedBody(draft)?.approval).toEqual({ prompt: null });
  expect(publishedBody({ ...draft, mode: "disabled" })?.approval).toEqual({ mode: "disabled", prompt: null });
});

test.each([
  [{ name: "two words" }, "name"],
  [{ description: " " }, "description"],
  [{ inputSchema: "{" }, "inputSchema"],
  [{ inputSchema: "[]" }, "inputSchema"],
  [{ code: "\n" }, "code"],
])("%j cannot be published", (change, field) => {
  expect(problemsOf({ ...draft, ...change })).toHaveProperty(field);
  expect(publishedBody({ ...draft, ...change })).toBeNull();
});
