"use client";

import { type Components, defaultRehypePlugins, Streamdown } from "streamdown";
import { visibleText } from "@/lib/policy/visible-text";
import { CodeBlock } from "./code-block";
import { ImageOnClick } from "./image-on-click";
import "./markdown.css";
import { OutsideLink } from "./outside-link";
import { ScrollingTable } from "./scrolling-table";

/** Without the plugin that parses HTML a tag in an answer is text like any other. */
const { raw: _raw, ...cleaning } = defaultRehypePlugins;
const rehypePlugins = Object.values(cleaning);

const components: Components = {
  // The page's own title is its only first heading.
  h1: "h2",
  h2: "h3",
  h3: "h4",
  h4: "h5",
  h5: "h6",
  h6: "h6",
  p: "p",
  ul: "ul",
  ol: "ol",
  li: "li",
  hr: "hr",
  strong: "strong",
  blockquote: "blockquote",
  a: OutsideLink,
  img: ImageOnClick,
  pre: CodeBlock,
  code: "code",
  table: ScrollingTable,
  thead: "thead",
  tbody: "tbody",
  tr: "tr",
  th: "th",
  td: "td",
};

/** What a model wrote: sanitised, no markup of its own, no picture loaded by itself, nothing invisible in it. */
export default function MarkdownBody({ text, streaming }: { text: string; streaming: boolean }) {
  return (
    <Streamdown
      className="markdown"
      mode={streaming ? "streaming" : "static"}
      isAnimating={streaming}
      parseIncompleteMarkdown={streaming}
      rehypePlugins={rehypePlugins}
      components={components}
      controls={false}
    >
      {visibleText(text)}
    </Streamdown>
  );
}
