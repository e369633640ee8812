import { describe, expect, it } from "vitest";
import { visibleSegments, visibleText } from "./visible-text.ts";

describe("visibleText", () => {
  it.each([
    ["plain text", "plain text", "plain text"],
    ["line breaks and tabs", "a\n\tb", "a\n\tb"],
    ["right-to-left override", "a\u202Egnp.exe", "a⟨U+202E⟩gnp.exe"],
    ["isolates", "\u2066x\u2069", "⟨U+2066⟩x⟨U+2069⟩"],
    ["zero-width space", "pass\u200Bword", "pass⟨U+200B⟩word"],
    ["zero-width joiner between letters", "a\u200Db", "a⟨U+200D⟩b"],
    ["byte order mark", "\uFEFFx", "⟨U+FEFF⟩x"],
    ["soft hyphen", "a\u00ADb", "a⟨U+00AD⟩b"],
    ["tag characters", "x\u{E0041}", "x⟨U+E0041⟩"],
    ["variation selector that hides data", "a\uFE0F\u{E0100}", "a⟨U+FE0F⟩⟨U+E0100⟩"],
    ["escape sequence", "\u001B[31mred", "⟨U+001B⟩[31mred"],
    ["carriage return", "safe\rdanger", "safe⟨U+000D⟩danger"],
    ["C1 control", "a\u009Bb", "a⟨U+009B⟩b"],
    ["line separator", "a\u2028b", "a⟨U+2028⟩b"],
    ["lone surrogate", "a\uD800b", "a⟨U+D800⟩b"],
    ["Hangul filler", "\u3164", "⟨U+3164⟩"],
    ["other scripts", "Größe 東京 مرحبا", "Größe 東京 مرحبا"],
    ["joined emoji", "👩‍💻 ❤️ ❤️‍🔥", "👩‍💻 ❤️ ❤️‍🔥"],
  ])("shows %s", (_, text, shown) => {
    expect(visibleText(text)).toBe(shown);
    expect(
      visibleSegments(text)
        .map((segment) => segment.text)
        .join(""),
    ).toBe(shown);
  });

  it("tells a marker from the same text written out", () => {
    expect(visibleSegments("⟨U+202E⟩\u202E!")).toEqual([
      { text: "⟨U+202E⟩", hidden: false },
      { text: "⟨U+202E⟩", hidden: true },
      { text: "!", hidden: false },
    ]);
  });
});
