import { afterEach, expect, test, vi } from "vitest";
import { keep, readKept } from "./browser-storage";

afterEach(() => vi.unstubAllGlobals());

test("what is kept is read again, and an empty text is not kept", () => {
  const kept = new Map<string, string>();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => kept.set(key, text),
    removeItem: (key: string) => kept.delete(key),
  });
  keep("panel", "open");
  expect(readKept("panel")).toBe("open");
  keep("panel", "");
  expect(kept.size).toBe(0);
});

test("where storage is forbidden nothing is kept, and nothing breaks", () => {
  const forbidden = () => {
    throw new DOMException("Forbidden", "SecurityError");
  };
  vi.stubGlobal("localStorage", { getItem: forbidden, setItem: forbidden, removeItem: forbidden });
  keep("panel", "open");
  expect(readKept("panel")).toBeNull();
});
