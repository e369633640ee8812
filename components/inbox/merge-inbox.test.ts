import { expect, test } from "vitest";
import { testApproval } from "../chat/test-call";
import { mergeInbox, replaceDecided, tellsOfAll } from "./merge-inbox";

const asked = (minute: number, id = `${minute}`) =>
  testApproval({ id, requestedAt: `2026-01-01T00:0${minute}:00.000Z` });
const [one, two, three] = [asked(1), asked(2), asked(3)];
const page = (...waiting: ReturnType<typeof asked>[]) => ({ firstPage: waiting, read: waiting });
const idsOf = (shown: { id: string }[]) => shown.map(({ id }) => id);

test("new ones come last, the oldest of them first and those of one moment as they were asked", () => {
  const { shown, decidedElsewhere } = mergeInbox([], page(asked(2, "2 a"), asked(2, "2 b"), one));
  expect(idsOf(shown)).toEqual(["1", "2 a", "2 b"]);
  expect(decidedElsewhere).toEqual([]);
  expect(idsOf(mergeInbox([two, one], page(three, two, one)).shown)).toEqual(["2", "1", "3"]);
});

test("what was read beyond the first page tells what still waits, and adds nothing", () => {
  const { shown, decidedElsewhere } = mergeInbox([two], { firstPage: [three], read: [three, two, one] });
  expect(idsOf(shown)).toEqual(["2", "3"]);
  expect(decidedElsewhere).toEqual([]);
});

test("one that waits no more stays, and is asked about", () => {
  const { shown, decidedElsewhere } = mergeInbox([two, one], page(two));
  expect(idsOf(shown)).toEqual(["2", "1"]);
  expect(decidedElsewhere).toEqual(["1"]);
});

test("a reading goes back until it passed the oldest card that waits on the page", () => {
  expect(tellsOfAll([], [])).toBe(true);
  expect(tellsOfAll([one, three], [three])).toBe(false);
  expect(tellsOfAll([one, three], [three, two, one])).toBe(true);
  expect(tellsOfAll([two, three], [three, one])).toBe(true);
  // Another of the same moment may follow on the next page.
  expect(tellsOfAll([asked(2, "2 b")], [three, asked(2, "2 a")])).toBe(false);
  expect(tellsOfAll([testApproval({ ...one, status: "approved" })], [three])).toBe(true);
});

test("a decision stands, whatever an older reading says", () => {
  const approved = testApproval({ id: "1", status: "approved" });
  const decided = replaceDecided([two, one], [approved]);
  expect(decided.map(({ status }) => status)).toEqual(["pending", "approved"]);
  expect(mergeInbox(decided, page(two, one)).shown[1]?.status).toBe("approved");
  expect(mergeInbox(decided, page(two)).decidedElsewhere).toEqual([]);
  expect(replaceDecided([approved], [one])[0]?.status).toBe("approved");
});
