import { expect, test } from "vitest";
import type { Approval } from "@/lib/approvals/schema";
import { testApproval } from "../chat/test-call";
import { emptyInbox, type Inbox, mergeInbox, replaceDecided, tellsOfAll } from "./merge-inbox";

const asked = (minute: number, id = `${minute}`) =>
  testApproval({ id, requestedAt: `2026-01-01T00:0${minute}:00.000Z` });
const decided = (approval: Approval) => testApproval({ ...approval, status: "approved" });
const [one, two, three, four] = [asked(1), asked(2), asked(3), asked(4)];
const whole = (...read: Approval[]) => ({ read, more: false });
const part = (...read: Approval[]) => ({ read, more: true });
const showing = (...shown: Approval[]): Inbox => ({ ...emptyInbox, shown });
const idsOf = ({ shown }: Inbox) => shown.map(({ id }) => id);

test("new ones come last, the oldest of them first and those of one moment as they were asked", () => {
  const inbox = mergeInbox(emptyInbox, whole(asked(2, "2 a"), asked(2, "2 b"), one));
  expect(idsOf(inbox)).toEqual(["1", "2 a", "2 b"]);
  expect(inbox.decidedElsewhere).toEqual([]);
  expect(idsOf(mergeInbox(showing(two, one), whole(three, two, one)))).toEqual(["2", "1", "3"]);
});

test("what is older than the first reading reached is not added behind what is newer", () => {
  const first = mergeInbox(emptyInbox, part(three, two));
  expect(idsOf(first)).toEqual(["2", "3"]);
  const approved = { ...first, shown: replaceDecided(first.shown, [decided(three)]) };
  const second = mergeInbox(approved, whole(two, one));
  expect(idsOf(second)).toEqual(["2", "3"]);
  expect(idsOf(mergeInbox(second, whole(four, two, one)))).toEqual(["2", "3", "4"]);
});

test("when nothing that is shown waits any more, the older ones come", () => {
  const first = mergeInbox(emptyInbox, part(three, two));
  const over = { ...first, shown: replaceDecided(first.shown, [decided(two), decided(three)]) };
  expect(idsOf(mergeInbox(over, whole(one)))).toEqual(["2", "3", "1"]);
});

test("one that is told of late comes, too, where nothing older was left out", () => {
  const known = mergeInbox(emptyInbox, whole(three));
  expect(idsOf(mergeInbox(known, whole(three, two)))).toEqual(["3", "2"]);
});

test("one that waits no more stays, and is asked about", () => {
  const inbox = mergeInbox(showing(two, one), whole(two));
  expect(idsOf(inbox)).toEqual(["2", "1"]);
  expect(inbox.decidedElsewhere).toEqual(["1"]);
});

test("a reading goes back until it passed the oldest card that waits on the page", () => {
  expect(tellsOfAll([], [])).toBe(true);
  expect(tellsOfAll([one, three], [three])).toBe(false);
  expect(tellsOfAll([one, three], [three, two, one])).toBe(true);
  expect(tellsOfAll([two, three], [three, one])).toBe(true);
  // Another of the same moment may follow on the next page.
  expect(tellsOfAll([asked(2, "2 b")], [three, asked(2, "2 a")])).toBe(false);
  expect(tellsOfAll([decided(one)], [three])).toBe(true);
});

test("a decision stands, whatever an older reading says", () => {
  const answered = replaceDecided([two, one], [decided(one)]);
  expect(answered.map(({ status }) => status)).toEqual(["pending", "approved"]);
  expect(mergeInbox(showing(...answered), whole(two, one)).shown[1]?.status).toBe("approved");
  expect(mergeInbox(showing(...answered), whole(two)).decidedElsewhere).toEqual([]);
  expect(replaceDecided([decided(one)], [one])[0]?.status).toBe("approved");
});
