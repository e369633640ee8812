"use client";

import { type ReactNode, useEffect, useRef, useState } from "react";
import { cx } from "@/components/ui/cx";

/** A box of plain text that scrolls when it is long; then it can be reached and scrolled by keyboard too. */
export function CodeBox({ label, children, className }: CodeBoxProps) {
  const box = useRef<HTMLPreElement>(null);
  const [scrolls, setScrolls] = useState(false);

  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const observer = new ResizeObserver(() => setScrolls(element.scrollHeight > element.clientHeight + 1));
    observer.observe(element);
    if (element.firstElementChild) observer.observe(element.firstElementChild);
    return () => observer.disconnect();
  }, []);

  return (
    <pre
      ref={box}
      {...(scrolls ? { role: "region", "aria-label": label, tabIndex: 0 } : {})}
      className={cx(
        "max-h-80 overflow-auto whitespace-pre-wrap rounded-[9px] border bg-code px-3.5 py-2.5 text-[0.78125rem] leading-relaxed [overflow-wrap:anywhere]",
        className,
      )}
    >
      <code className="block">{children}</code>
    </pre>
  );
}

type CodeBoxProps = { label: string; children: ReactNode; className?: string };
