"use client";

import { type PointerEvent, type SyntheticEvent, useEffect, useRef, useState } from "react";

const settlingMilliseconds = 500;
/** A finger does not come down twice on the very same point. */
const touchSlack = 12;

let pointer: { x: number; y: number; over: EventTarget | null } | null = null;
const track = (event: globalThis.PointerEvent) => {
  pointer = { x: event.clientX, y: event.clientY, over: event.target };
};

if (typeof window !== "undefined") {
  for (const type of ["pointermove", "pointerdown"] as const) {
    window.addEventListener(type, track, { passive: true });
  }
}

/** The pointer stood still elsewhere, so it was the button that came to it. */
function cameToPointer(event: PointerEvent): boolean {
  if (!pointer || (pointer.over instanceof Node && event.currentTarget.contains(pointer.over))) return false;
  const slack = event.pointerType === "touch" ? touchSlack : 0;
  return Math.abs(event.clientX - pointer.x) <= slack && Math.abs(event.clientY - pointer.y) <= slack;
}

/**
 * Whether a button has stood still long enough to be meant: not for half a second after it appeared, changed its
 * `meaning` or moved under a resting pointer. The second click of a double click then approves nothing that its reader
 * has not seen.
 */
export function useSettled(meaning: string) {
  const [arrivals, setArrivals] = useState(0);
  const arrivedAt = useRef(Number.NEGATIVE_INFINITY);
  const moment = `${meaning} ${arrivals}`;
  const [known, setKnown] = useState({ moment, settled: false });
  // One that comes back to what it meant before settles anew.
  if (known.moment !== moment) setKnown({ moment, settled: false });
  const settled = known.moment === moment && known.settled;

  useEffect(() => {
    const timer = setTimeout(() => setKnown({ moment, settled: true }), settlingMilliseconds);
    return () => clearTimeout(timer);
  }, [moment]);

  return {
    settled,
    /** The click may come before the page has drawn that the button is unsettled, so it is asked here too. */
    isMeant: (event: SyntheticEvent) =>
      settled && event.timeStamp - arrivedAt.current >= settlingMilliseconds,
    onPointerEnter: (event: PointerEvent) => {
      if (!cameToPointer(event)) return;
      arrivedAt.current = event.timeStamp;
      setArrivals((count) => count + 1);
    },
  };
}
