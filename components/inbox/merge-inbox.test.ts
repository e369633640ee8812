import { expect, test } from "vitest";
import { testApproval } from "../chat/test-call";
import { mergeInbox, replaceDecided } from "./merge-inbox";

const [one, two, three] = ["1", "2", "3"].map((id) => testApproval({ id }));
if (!one || !two || !three) throw new Error("three approvals are needed");

test("new ones come first, the others keep their place", () => {
  const { shown, decidedElsewhere } = mergeInbox([two, one], [three, two, one]);
  expect(shown.map(({ id }) => id)).toEqual(["3", "2", "1"]);
  expect(decidedElsewhere).toEqual([]);
});

test("one that waits no more stays, and is asked about", () => {
  const { shown, decidedElsewhere } = mergeInbox([two, one], [two]);
  expect(shown.map(({ id }) => id)).toEqual(["2", "1"]);
  expect(decidedElsewhere).toEqual(["1"]);
});

test("a decision stands, whatever an older reading says", () => {
  const approved = testApproval({ id: "1", status: "approved" });
  const decided = replaceDecided([two, one], [approved]);
  expect(decided.map(({ status }) => status)).toEqual(["pending", "approved"]);
  expect(mergeInbox(decided, [two, one]).shown[1]?.status).toBe("approved");
  expect(mergeInbox(decided, [two]).decidedElsewhere).toEqual([]);
  expect(replaceDecided([approved], [one])[0]?.status).toBe("approved");
});
