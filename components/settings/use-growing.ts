"use client";

import { startTransition, useEffect, useState } from "react";

const atFirst = 40;
const atOnce = 80;

/** How many of a long list are made so far: what fits a screen at once, the rest piece by piece, without a stop. */
export function useGrowing(total: number): number {
  const [made, setMade] = useState(atFirst);
  useEffect(() => {
    if (made >= total) return;
    const timer = setTimeout(() => startTransition(() => setMade((count) => count + atOnce)));
    return () => clearTimeout(timer);
  }, [made, total]);
  return made;
}
