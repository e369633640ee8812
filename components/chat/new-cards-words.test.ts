import { expect, test } from "vitest";
import { newCardsWords } from "./new-cards-words";
import { testApproval } from "./test-call";

test("names what asks with its risk, and says how many questions there are", () => {
  const question = testApproval({ kind: "question" });
  expect(newCardsWords([testApproval()])).toBe("Approval required: delete_file, High risk.");
  expect(newCardsWords([question])).toBe("Question for you.");
  expect(newCardsWords([question, testApproval(), question])).toBe(
    "2 questions for you. Approval required: delete_file, High risk.",
  );
});

test("of many it names five", () => {
  const words = newCardsWords(Array.from({ length: 100 }, () => testApproval()));
  expect(words.match(/delete_file/g)).toHaveLength(5);
  expect(words).toMatch(/; and 95 more\.$/);
});
