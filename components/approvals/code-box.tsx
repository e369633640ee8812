"use client";

import { type ReactNode, useEffect, useRef, useState } from "react";
import { cx } from "@/components/ui/cx";

/** A box of plain text that scrolls when it is long, fades where more follows, and can then be scrolled by keyboard too. */
export function CodeBox({ label, children, className }: CodeBoxProps) {
  const box = useRef<HTMLPreElement>(null);
  const [scrolls, setScrolls] = useState(false);
  const [more, setMore] = useState(false);

  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const measure = () => {
      setScrolls(element.scrollHeight > element.clientHeight + 1);
      setMore(element.scrollHeight - element.scrollTop > element.clientHeight + 1);
    };
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    if (element.firstElementChild) observer.observe(element.firstElementChild);
    element.addEventListener("scroll", measure, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener("scroll", measure);
    };
  }, []);

  return (
    <div className="relative">
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
      {more && (
        <div
          aria-hidden="true"
          className="pointer-events-none absolute inset-x-px bottom-px h-10 rounded-b-[9px] bg-linear-to-t from-code"
        />
      )}
    </div>
  );
}

type CodeBoxProps = { label: string; children: ReactNode; className?: string };
