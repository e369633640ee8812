"use client";

import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from "react";

const slack = 48;

type Stick = {
  scroller: RefObject<HTMLDivElement | null>;
  content: RefObject<HTMLDivElement | null>;
  /** Whether the reader is at the end. */
  atBottom: boolean;
  jumpToBottom: () => void;
};

/**
 * The list follows its end only while the reader is there. `firstKey` names its first message: when earlier ones come
 * before it, what the reader looks at stays where it is.
 */
export function useStickToBottom(firstKey: string | undefined): Stick {
  const scroller = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const stuck = useRef(true);
  const fromBottom = useRef(0);
  const [atBottom, setAtBottom] = useState(true);

  useEffect(() => {
    const element = scroller.current;
    const inner = content.current;
    if (!element || !inner) return;
    const sizes = () => `${element.scrollHeight} ${element.clientHeight}`;
    let known = sizes();
    const toBottom = () => element.scrollTo({ top: element.scrollHeight });
    const onScroll = () => {
      fromBottom.current = element.scrollHeight - element.scrollTop;
      // A distance that only the page's own change of size made does not mean that the reader left the end.
      if (sizes() !== known) return;
      stuck.current = fromBottom.current - element.clientHeight <= slack;
      setAtBottom(stuck.current);
    };
    const observer = new ResizeObserver(() => {
      known = sizes();
      if (stuck.current) toBottom();
      onScroll();
    });
    // What the reader unfolds stays where it is and grows downwards.
    const onClick = (event: MouseEvent) => {
      const unfolds = event.target instanceof Element && event.target.closest("[aria-expanded], summary");
      if (unfolds) stuck.current = false;
    };
    observer.observe(inner);
    observer.observe(element);
    element.addEventListener("scroll", onScroll, { passive: true });
    element.addEventListener("click", onClick, { capture: true });
    return () => {
      observer.disconnect();
      element.removeEventListener("scroll", onScroll);
      element.removeEventListener("click", onClick, { capture: true });
    };
  }, []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: it runs when another message has become the first
  useLayoutEffect(() => {
    const element = scroller.current;
    if (element && !stuck.current) element.scrollTop = element.scrollHeight - fromBottom.current;
  }, [firstKey]);

  const jumpToBottom = () => {
    stuck.current = true;
    setAtBottom(true);
    scroller.current?.scrollTo({ top: scroller.current.scrollHeight, behavior: "smooth" });
  };
  return { scroller, content, atBottom, jumpToBottom };
}
