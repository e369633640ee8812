"use client";

import { type ComponentProps, isValidElement, type ReactNode } from "react";
import type { ExtraProps } from "streamdown";
import { CodeBox } from "@/components/approvals/code-box";
import { CopyButton } from "@/components/ui/copy-button";
import { codeTokens, type TokenKind } from "./code-tokens";

const colours: Record<TokenKind, string | null> = {
  comment: "text-faint italic",
  string: "text-green",
  number: "text-amber",
  keyword: "text-blue",
  name: "text-red",
  plain: null,
};

/** Past this nobody reads by colour, and the page would be busy with it while it streams. */
const colouredCharacters = 20_000;

function textOf(node: ReactNode): string {
  if (typeof node === "string") return node;
  return Array.isArray(node) ? node.map(textOf).join("") : "";
}

export function CodeBlock({ children }: ComponentProps<"pre"> & ExtraProps) {
  const code = isValidElement<ComponentProps<"code">>(children) ? children.props : { children };
  const language = /language-([\w+#-]+)/.exec(code.className ?? "")?.[1]?.toLowerCase() ?? "";
  const text = textOf(code.children).replace(/\n$/, "");
  return (
    <div className="overflow-hidden rounded-[9px] border bg-code">
      <div className="flex items-center justify-between border-b py-0.5 pr-1 pl-3.5 text-soft text-xs">
        {language || "text"}
        <CopyButton text={text} what="code" />
      </div>
      <CodeBox label="Code" className="max-h-[32rem] rounded-none border-0 bg-transparent">
        {text.length > colouredCharacters ? text : <Coloured text={text} language={language} />}
      </CodeBox>
    </div>
  );
}

function Coloured({ text, language }: { text: string; language: string }) {
  let at = 0;
  return codeTokens(text, language).map((token) => {
    const key = at;
    at += token.text.length;
    const colour = colours[token.kind];
    return colour ? (
      <span key={key} className={colour}>
        {token.text}
      </span>
    ) : (
      token.text
    );
  });
}
