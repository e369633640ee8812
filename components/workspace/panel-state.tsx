"use client";

import { createContext, type ReactNode, useContext, useMemo, useState, useSyncExternalStore } from "react";
import { keep, readKept } from "@/components/ui/browser-storage";

type PanelState = { open: boolean; wide: boolean; setOpen: (open: boolean) => void };

const key = "countersign.workspace";
/** Beside the chat there is room for the panel; below, it is a sheet. */
const wideQuery = "(min-width: 64rem)";
/** Where there is room to spare the panel is open until someone closes it. */
const roomyQuery = "(min-width: 90rem)";

const PanelContext = createContext<PanelState>({ open: false, wide: true, setOpen: () => {} });

function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (changed) => {
      const media = matchMedia(query);
      media.addEventListener("change", changed);
      return () => media.removeEventListener("change", changed);
    },
    () => matchMedia(query).matches,
    () => false,
  );
}

export function PanelStateProvider({ children }: { children: ReactNode }) {
  const wide = useMedia(wideQuery);
  const roomy = useMedia(roomyQuery);
  const kept = useSyncExternalStore(
    () => () => {},
    () => readKept(key),
    () => "closed",
  );
  const [chosen, setChosen] = useState<boolean | null>(null);
  const [sheet, setSheet] = useState(false);

  const value = useMemo<PanelState>(() => {
    const remembered = kept === null ? roomy : kept === "open";
    return {
      wide,
      open: wide ? (chosen ?? remembered) : sheet,
      setOpen: (open) => {
        if (!wide) return setSheet(open);
        setChosen(open);
        keep(key, open ? "open" : "closed");
      },
    };
  }, [wide, roomy, kept, chosen, sheet]);
  return <PanelContext value={value}>{children}</PanelContext>;
}

export function usePanel(): PanelState {
  return useContext(PanelContext);
}
