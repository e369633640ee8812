"use client";

import { createContext, type ReactNode, useContext, useState } from "react";

type SidebarState = { open: boolean; setOpen: (open: boolean) => void };

const SidebarContext = createContext<SidebarState>({ open: false, setOpen: () => {} });

/** Whether the drawer is open; on a wide screen the sidebar is always there, and this says nothing. */
export function SidebarStateProvider({ children }: { children: ReactNode }) {
  const [open, setOpen] = useState(false);
  return <SidebarContext value={{ open, setOpen }}>{children}</SidebarContext>;
}

export function useSidebar(): SidebarState {
  return useContext(SidebarContext);
}
