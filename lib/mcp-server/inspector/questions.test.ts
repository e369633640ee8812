import { expect, test } from "vitest";
import { askedOn, createOpenQuestions } from "./questions.ts";

test("a question is answered once, where it is asked", async () => {
  const [here, elsewhere] = [createOpenQuestions("here"), createOpenQuestions("elsewhere")];
  let asked = "";
  const answer = here.ask(new AbortController().signal, (id) => {
    asked = id;
  });
  expect(askedOn(asked)).toBe("here");
  expect(elsewhere.answer(asked, "accept")).toBe(false);
  expect(here.answer("here.another", "accept")).toBe(false);
  expect(here.answer(asked, "decline")).toBe(true);
  expect(here.answer(asked, "accept")).toBe(false);
  expect(await answer).toBe("decline");
});

test("a person who leaves answers nothing", async () => {
  const questions = createOpenQuestions("here");
  const leaving = new AbortController();
  let asked = "";
  const answer = questions.ask(leaving.signal, (id) => {
    asked = id;
  });
  leaving.abort();
  expect(await answer).toBe("cancel");
  expect(questions.answer(asked, "accept")).toBe(false);
});
