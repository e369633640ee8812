import { expect, test } from "vitest";
import { messageBody } from "./message-body";

const cards = [{ id: "a" }, { id: "b" }];

test("words that could decide say what the page shows, also that it shows nothing", () => {
  for (const text of ["ok", "Yes!", "approve all", "reject all", "no, take the other one"]) {
    expect(messageBody(text, [])).toEqual({ text, approvals: [] });
    expect(messageBody(text, cards.slice(0, 1))).toEqual({ text, approvals: ["a"] });
    expect(messageBody(text, cards)).toEqual({ text, approvals: ["a", "b"] });
  }
});

test("other words are words", () => {
  expect(messageBody("ok?", cards)).toEqual({ text: "ok?" });
  expect(messageBody("delete it", [])).toEqual({ text: "delete it" });
});
