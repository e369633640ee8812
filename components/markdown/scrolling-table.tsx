"use client";

import { type ComponentProps, useEffect, useRef, useState } from "react";
import type { ExtraProps } from "streamdown";

export function ScrollingTable({ children }: ComponentProps<"table"> & ExtraProps) {
  const box = useRef<HTMLDivElement>(null);
  const [scrolls, setScrolls] = useState(false);

  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const observer = new ResizeObserver(() => setScrolls(element.scrollWidth > element.clientWidth + 1));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);

  return (
    <div
      ref={box}
      {...(scrolls ? { role: "region", "aria-label": "Table", tabIndex: 0 } : {})}
      className="overflow-x-auto rounded-[9px] border"
    >
      <table>{children}</table>
    </div>
  );
}
