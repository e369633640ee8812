"use client";

import { useLayoutEffect, useRef } from "react";

/**
 * A card that was decided stays as high as it was while it waited: nothing below it jumps. What a form for a reason added
 * goes with the form.
 */
export function useKeptHeight(pending: boolean) {
  const card = useRef<HTMLDivElement>(null);
  const height = useRef(0);
  useLayoutEffect(() => {
    const element = card.current;
    if (!element) return;
    if (!pending) {
      element.style.minHeight = `${height.current}px`;
      return;
    }
    const observer = new ResizeObserver(() => {
      if (element.querySelector("[data-reason-form]")) return;
      height.current = element.getBoundingClientRect().height;
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [pending]);
  return card;
}
