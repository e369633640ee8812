import { describe, expect, it } from "vitest";
import { htmlToText } from "./html-to-text.ts";

describe("htmlToText", () => {
  it.each([
    ["<h1>Title</h1><p>One <b>bold</b>\n word</p>", "Title\nOne bold\nword"],
    ["<p>a &amp; b &lt;c&gt; &#233; &#x1F600; &unknown;</p>", "a & b <c> é 😀 &unknown;"],
    ["<SCRIPT>alert(1)</SCRIPT>seen<style>p{}</style>", "seen"],
    ["<header>Top</header><!-- hidden <b> -->Body", "Top\nBody"],
    ["1 < 2 and 3 > 2", "1 < 2 and 3 > 2"],
    ["<!doctype html><title>Page</title>", "Page"],
    ["text<script>never closed", "text"],
    ["&#xD800;&#0;", "\ufffd&#0;"],
  ])("%j", (html, text) => {
    expect(htmlToText(html)).toBe(text);
  });

  it("takes a page full of unclosed markup in one pass", () => {
    expect(htmlToText("<b ".repeat(700_000))).toBe("");
    expect(htmlToText(`seen${"<!--".repeat(500_000)}`)).toBe("seen");
  });
});
