import { describe, expect, it } from "vitest";
import { appendPage, type ConversationItem, groupByDay, mergeFirstPage } from "./conversation-list";

const item = (id: string, updatedAt: string): ConversationItem => ({
  id,
  title: id,
  updatedAt,
  waiting: false,
});
const ids = (page: { items: ConversationItem[] }) => page.items.map((entry) => entry.id);

describe("mergeFirstPage", () => {
  const known = {
    items: [item("c", "2026-03-03"), item("b", "2026-03-02"), item("a", "2026-03-01")],
    nextCursor: "after-a",
  };

  it("keeps what is older than the fresh page, and its cursor", () => {
    const fresh = { items: [item("d", "2026-03-04"), item("c", "2026-03-03")], nextCursor: "after-c" };
    const merged = mergeFirstPage(fresh, known);
    expect(ids(merged)).toEqual(["d", "c", "b", "a"]);
    expect(merged.nextCursor).toBe("after-a");
  });

  it("moves one that became recent, and never shows it twice", () => {
    const fresh = { items: [item("a", "2026-03-05"), item("c", "2026-03-03")], nextCursor: "after-c" };
    expect(ids(mergeFirstPage(fresh, known))).toEqual(["a", "c", "b"]);
  });

  it("drops one that was deleted from the range of the fresh page", () => {
    const fresh = { items: [item("c", "2026-03-03"), item("a", "2026-03-01")], nextCursor: "after-a" };
    expect(ids(mergeFirstPage(fresh, known))).toEqual(["c", "a"]);
  });

  it("takes a fresh page that is the whole list as it is", () => {
    const fresh = { items: [item("c", "2026-03-03")], nextCursor: null };
    expect(ids(mergeFirstPage(fresh, known))).toEqual(["c"]);
  });
});

describe("appendPage", () => {
  it("adds the next page without repeating what moved between the two requests", () => {
    const known = { items: [item("b", "2026-03-02")], nextCursor: "after-b" };
    const next = { items: [item("b", "2026-03-02"), item("a", "2026-03-01")], nextCursor: null };
    expect(appendPage(known, next)).toEqual({
      items: [item("b", "2026-03-02"), item("a", "2026-03-01")],
      nextCursor: null,
    });
  });
});

describe("groupByDay", () => {
  const at = (day: number, hour: number) => new Date(2026, 2, day, hour).toISOString();
  const now = new Date(2026, 2, 10, 0, 30).getTime();

  it("counts midnights, not hours, and leaves empty groups out", () => {
    const groups = groupByDay([item("now", at(10, 0)), item("late", at(9, 23)), item("old", at(2, 12))], now);
    expect(groups.map((group) => [group.name, ids(group)])).toEqual([
      ["Today", ["now"]],
      ["Yesterday", ["late"]],
      ["Earlier", ["old"]],
    ]);
    expect(groupByDay([item("late", at(9, 23))], now).map((group) => group.name)).toEqual(["Yesterday"]);
  });

  it("counts a clock that is ahead as today", () => {
    expect(groupByDay([item("ahead", at(11, 9))], now).map((group) => group.name)).toEqual(["Today"]);
  });
});
