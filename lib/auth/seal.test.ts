import { expect, test } from "vitest";
import { createSeal } from "./seal.ts";

const seal = createSeal("a secret of at least thirty-two characters");

test("what was sealed opens again, and reads like nothing meanwhile", () => {
  const sealed = seal.close("secret API_KEY", "sk-très-secret");
  expect(sealed).not.toContain("secret");
  expect(seal.open("secret API_KEY", sealed)).toBe("sk-très-secret");
  expect(seal.close("secret API_KEY", "sk-très-secret")).not.toBe(sealed);
});

test("it opens for no other purpose and with no other secret", () => {
  const sealed = seal.close("secret ONE", "value");
  expect(seal.open("secret TWO", sealed)).toBeNull();
  expect(createSeal("another secret of thirty-two characters").open("secret ONE", sealed)).toBeNull();
});

test("what was changed or is no seal at all does not open", () => {
  const parts = seal.close("p", "value").split(".");
  for (const index of [1, 2, 3]) {
    const part = parts[index] ?? "";
    const changed = parts.with(index, (part.startsWith("A") ? "B" : "A") + part.slice(1));
    expect(seal.open("p", changed.join("."))).toBeNull();
  }
  for (const garbage of ["", "v1", "v1.a.b.c", "v2.a.b.c", "value"])
    expect(seal.open("p", garbage)).toBeNull();
  expect(seal.open("p", parts.with(2, (parts[2] ?? "").slice(0, 6)).join("."))).toBeNull();
});
