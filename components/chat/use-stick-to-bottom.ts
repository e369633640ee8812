"use client";

import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from "react";
import { endLeft } from "@/components/ui/list-end";
import { barAbove, waitingCards } from "./waiting-cards";

const slack = 48;
const marginAbove = 12;
/** A turn of the wheel has moved the list by then. */
const leavingMilliseconds = 500;

/**
 * What stays in its place while the list grows: its end, a waiting card that is too high to end there, or nothing; and
 * nothing until it is there while the list is on its way to a card, however near its end it still is.
 */
type Held = "end" | "nothing" | "on-its-way" | { card: HTMLElement; scrollTop: number };

type Stick = {
  scroller: RefObject<HTMLDivElement | null>;
  content: RefObject<HTMLDivElement | null>;
  /** Whether the reader is at the end. */
  atBottom: boolean;
  jumpToBottom: () => void;
};

/**
 * The list follows its end only while the reader is there, and stops where something new asks, so that it is read from
 * its heading on. `firstKey` names its first message: when earlier ones come before it, what the reader looks at stays
 * where it is.
 */
export function useStickToBottom(firstKey: string | undefined): Stick {
  const scroller = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const held = useRef<Held>("end");
  const fromBottom = useRef(0);
  const [atBottom, setAtBottom] = useState(true);

  useEffect(() => {
    const element = scroller.current;
    const inner = content.current;
    if (!element || !inner) return;
    const sizes = () => `${element.scrollHeight} ${element.clientHeight}`;
    let known = sizes();
    const seen = new WeakSet<HTMLElement>();
    let leaving: ReturnType<typeof setTimeout> | null = null;

    const measure = () => {
      fromBottom.current = element.scrollHeight - element.scrollTop;
      return fromBottom.current - element.clientHeight <= slack;
    };
    const toEnd = () => element.scrollTo({ top: element.scrollHeight });
    const toCard = (card: HTMLElement) => {
      const top = card.getBoundingClientRect().top - element.getBoundingClientRect().top;
      element.scrollTo({ top: element.scrollTop + top - barAbove(card) - marginAbove });
      if (!measure()) held.current = { card, scrollTop: element.scrollTop };
    };
    const follow = () => {
      const cards = waitingCards(inner);
      const fresh = cards.find((card) => !seen.has(card));
      for (const card of cards) seen.add(card);
      if (typeof held.current === "object") {
        const { card } = held.current;
        if (cards.includes(card)) return toCard(card);
        // Decided: whoever decided it here is led on to the next.
        held.current = cards.length > 0 ? "nothing" : "end";
      }
      if (held.current !== "end") return;
      toEnd();
      if (fresh) toCard(fresh);
    };
    const onScroll = () => {
      const atEnd = measure();
      if (typeof held.current === "object") {
        setAtBottom(atEnd);
        if (Math.abs(element.scrollTop - held.current.scrollTop) <= 1) return;
        held.current = "nothing";
      }
      // A distance that only the page's own change of size made does not mean that the reader left the end.
      if (sizes() !== known) return;
      if (held.current !== "on-its-way" && !(atEnd && leaving)) held.current = atEnd ? "end" : "nothing";
      setAtBottom(atEnd);
    };
    const onScrollEnd = () => {
      if (held.current !== "on-its-way") return;
      held.current = "nothing";
      onScroll();
    };
    const observer = new ResizeObserver(() => {
      known = sizes();
      follow();
      onScroll();
    });
    // The scrolling itself comes later, and may meet a list that grows meanwhile: its reader is not drawn back. Who turned
    // the wheel over something else that scrolls is still at the end after a while.
    const onWheel = ({ deltaY }: WheelEvent) => {
      if (deltaY >= 0 || element.scrollTop === 0 || held.current !== "end") return;
      held.current = "nothing";
      leaving = setTimeout(() => {
        leaving = null;
        onScroll();
      }, leavingMilliseconds);
    };
    // What the reader unfolds stays where it is and grows downwards.
    const onClick = (event: MouseEvent) => {
      if (!(event.target instanceof Element)) return;
      if (event.target.closest("[aria-expanded], [data-opens-form], summary")) held.current = "nothing";
    };
    const onEndLeft = () => {
      // A browser that does not say when it is there gets no further than this.
      held.current = "onscrollend" in element ? "on-its-way" : "nothing";
    };
    observer.observe(inner);
    observer.observe(element);
    element.addEventListener("scroll", onScroll, { passive: true });
    element.addEventListener("scrollend", onScrollEnd);
    element.addEventListener("wheel", onWheel, { passive: true });
    element.addEventListener("click", onClick, { capture: true });
    element.addEventListener(endLeft, onEndLeft);
    return () => {
      if (leaving) clearTimeout(leaving);
      observer.disconnect();
      element.removeEventListener("scroll", onScroll);
      element.removeEventListener("scrollend", onScrollEnd);
      element.removeEventListener("wheel", onWheel);
      element.removeEventListener("click", onClick, { capture: true });
      element.removeEventListener(endLeft, onEndLeft);
    };
  }, []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: it runs when another message has become the first
  useLayoutEffect(() => {
    const element = scroller.current;
    if (element && held.current !== "end") element.scrollTop = element.scrollHeight - fromBottom.current;
  }, [firstKey]);

  const jumpToBottom = () => {
    held.current = "end";
    setAtBottom(true);
    // At once: on a smooth way there, the first step would count as the reader's leaving.
    scroller.current?.scrollTo({ top: scroller.current.scrollHeight });
  };
  return { scroller, content, atBottom, jumpToBottom };
}
