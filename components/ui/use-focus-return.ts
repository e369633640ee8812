"use client";

import { useState } from "react";

const focusable = "a[href], button:not(:disabled), input:not(:disabled)";

/**
 * What had the focus when something opened over the page gets it back when that closes. If it is gone since, as with
 * what a dialog removed, the next in its place gets it, else the one before.
 */
export function useFocusReturn(): (event: Event) => void {
  const [opener] = useState(() => document.activeElement);
  const [neighbours] = useState(() => (opener ? neighboursOf(opener) : []));
  return (event) => {
    event.preventDefault();
    const lost = document.activeElement === document.body;
    const place = opener?.isConnected ? opener : lost ? nearest(neighbours) : null;
    if (place instanceof HTMLElement) place.focus();
  };
}

/** What stands after and before an element, then the same for all that it stands in. */
function neighboursOf(element: Element): Element[] {
  const beside = [element.nextElementSibling, element.previousElementSibling].filter((one) => one !== null);
  return element.parentElement ? [...beside, ...neighboursOf(element.parentElement)] : beside;
}

function nearest(neighbours: Element[]): Element | null {
  for (const neighbour of neighbours) {
    if (!neighbour.isConnected) continue;
    const found = neighbour.matches(focusable) ? neighbour : neighbour.querySelector(focusable);
    if (found) return found;
  }
  return null;
}
