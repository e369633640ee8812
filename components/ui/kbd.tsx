import type { ReactNode } from "react";

export function Kbd({ children }: { children: ReactNode }) {
  return <kbd className="font-sans text-faint text-xs tracking-wide">{children}</kbd>;
}
