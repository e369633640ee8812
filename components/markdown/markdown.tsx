"use client";

import { lazy, memo, Suspense } from "react";

/** The parser comes when there is something to parse: the empty page does not carry it. */
const MarkdownBody = lazy(() => import("./markdown-body"));

export const Markdown = memo(function Markdown({ text, streaming }: { text: string; streaming: boolean }) {
  return (
    <Suspense fallback={<p className="whitespace-pre-wrap [overflow-wrap:anywhere]">{text}</p>}>
      <MarkdownBody text={text} streaming={streaming} />
    </Suspense>
  );
});
