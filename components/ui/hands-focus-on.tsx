"use client";

import { type ReactNode, useEffect, useLayoutEffect, useRef } from "react";

type HandsFocusOnProps = { to: () => HTMLElement | null; children: ReactNode };

/** What goes away with the focus inside hands it on, unless it went elsewhere by itself: a lost focus starts at the top. */
export function HandsFocusOn({ to, children }: HandsFocusOnProps) {
  const place = useRef<HTMLDivElement>(null);
  const latest = useRef(to);
  useEffect(() => {
    latest.current = to;
  });
  useLayoutEffect(() => {
    const element = place.current;
    return () => {
      if (!element?.contains(document.activeElement)) return;
      requestAnimationFrame(() => {
        if (document.activeElement === document.body) latest.current()?.focus({ preventScroll: true });
      });
    };
  }, []);
  return (
    <div ref={place} className="contents">
      {children}
    </div>
  );
}
