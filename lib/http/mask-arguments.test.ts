import { describe, expect, it } from "vitest";
import { maskArguments } from "./mask-arguments.ts";

const secrets = { KEY: "the-value", ODD: 'with "quotes"' };

describe("maskArguments", () => {
  it("shows secrets by their names in what a call says, however deep, and nowhere else", () => {
    const approval = {
      id: "the-value",
      arguments: { content: "it is the-value.", list: [{ deep: 'with "quotes"' }] },
      prompt: 'Run with {"content":"it is the-value."}?',
      preview: { kind: "text", text: "+ the-value" },
    };
    expect(maskArguments({ items: [approval] }, secrets)).toEqual({
      items: [
        {
          id: "the-value",
          arguments: { content: "it is [secret KEY].", list: [{ deep: "[secret ODD]" }] },
          prompt: 'Run with {"content":"it is [secret KEY]."}?',
          preview: { kind: "text", text: "+ [secret KEY]" },
        },
      ],
    });
  });

  it("leaves all as it is where no value stands, or none is long enough to be one", () => {
    const answer = { arguments: { type: "text" } };
    expect(maskArguments(answer, secrets)).toBe(answer);
    expect(maskArguments({ arguments: "abc" }, { SHORT: "abc" })).toEqual({ arguments: "abc" });
    expect(
      maskArguments({ type: "text", preview: { kind: "text", text: "a text" } }, { WORD: "text" }),
    ).toEqual({
      type: "text",
      preview: { kind: "text", text: "a [secret WORD]" },
    });
    expect(maskArguments(undefined, secrets)).toBeUndefined();
  });

  it("finds a value in a JSON text among the arguments, too", () => {
    const content = JSON.stringify({ odd: secrets.ODD });
    expect(maskArguments({ arguments: { content } }, secrets)).toEqual({
      arguments: { content: '{"odd":"[secret ODD]"}' },
    });
  });
});
