import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { changeDraft, openDraft, readDraft } from "./draft-store";

const kept = new Map<string, string>();
beforeEach(() => {
  kept.clear();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => kept.set(key, text),
    removeItem: (key: string) => kept.delete(key),
  });
});
afterEach(() => vi.unstubAllGlobals());

test("a change is made to what stands there now, told to those who show it, and stored", () => {
  const told = vi.fn();
  const close = openDraft("one", told);
  changeDraft("one", () => "sent");
  changeDraft("one", (now) => `${now} and more`);
  expect(readDraft("one")).toBe("sent and more");
  expect(told).toHaveBeenCalledTimes(2);
  expect([...kept]).toEqual([["countersign.draft.one", "sent and more"]]);
  changeDraft("one", () => "");
  expect(kept.size).toBe(0);
  close();
});

test("one that is not on the page is changed in storage, and each conversation has its own", () => {
  changeDraft("left", () => "a thought");
  expect(readDraft("left")).toBe("a thought");
  expect(readDraft("other")).toBe("");
  const close = openDraft("left", () => undefined);
  expect(readDraft("left")).toBe("a thought");
  close();
});

test("where storage is forbidden, a draft lives as long as it is on the page", () => {
  vi.unstubAllGlobals();
  vi.stubGlobal("localStorage", undefined);
  const close = openDraft("forbidden", () => undefined);
  changeDraft("forbidden", () => "a thought");
  expect(readDraft("forbidden")).toBe("a thought");
  close();
  expect(readDraft("forbidden")).toBe("");
});
