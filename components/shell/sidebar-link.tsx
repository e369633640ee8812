"use client";

import Link from "next/link";
import { usePathname } from "next/navigation";
import type { ReactNode } from "react";
import { cx } from "@/components/ui/cx";
import { useSidebar } from "./sidebar-state";

type SidebarLinkProps = { href: string; under: string; icon: ReactNode; children: ReactNode };

/** A page beside the conversations; current on every page whose path begins with `under`. */
export function SidebarLink({ href, under, icon, children }: SidebarLinkProps) {
  const pathname = usePathname();
  const { setOpen } = useSidebar();
  const here = pathname === under || pathname.startsWith(`${under}/`);
  return (
    <Link
      href={href}
      onClick={() => setOpen(false)}
      aria-current={here ? "true" : undefined}
      className={cx(
        "flex h-8 items-center gap-2 rounded-lg border px-2 transition-colors",
        here ? "border-line bg-card text-fg" : "border-transparent text-soft hover:bg-hover hover:text-fg",
      )}
    >
      {icon}
      {children}
    </Link>
  );
}
