"use client";

import { useState } from "react";

/**
 * The message of the person before which decided cards are folded to lines: the last one, unless the reader had left the
 * end of the list when it came. Then what they look at stays as it is.
 */
export function useFoldedBefore(lastOwn: string | undefined, atEnd: boolean): string | undefined {
  const [turn, setTurn] = useState({ lastOwn, foldedBefore: lastOwn });
  if (turn.lastOwn === lastOwn) return turn.foldedBefore;
  const foldedBefore = atEnd ? lastOwn : turn.foldedBefore;
  setTurn({ lastOwn, foldedBefore });
  return foldedBefore;
}
