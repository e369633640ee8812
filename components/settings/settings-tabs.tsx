"use client";

import Link from "next/link";
import { usePathname } from "next/navigation";
import { cx } from "@/components/ui/cx";

const tabs = [
  { href: "/settings/tools", name: "Tools" },
  { href: "/settings/servers", name: "Servers" },
  { href: "/settings/secrets", name: "Secrets" },
  { href: "/settings/clients", name: "Clients" },
  { href: "/settings/model", name: "Model" },
];

export function SettingsTabs() {
  const pathname = usePathname();
  return (
    <nav aria-label="Settings" className="flex shrink-0 gap-0.5 border-b px-3 sm:gap-1 md:px-5">
      {tabs.map(({ href, name }) => {
        const current = pathname.startsWith(href);
        return (
          <Link
            key={href}
            href={href}
            aria-current={current ? "page" : undefined}
            className={cx(
              "-mb-px border-b-2 px-2 py-2.5 sm:px-2.5 font-medium transition-colors",
              current ? "border-ink text-fg" : "border-transparent text-soft hover:text-fg",
            )}
          >
            {name}
          </Link>
        );
      })}
    </nav>
  );
}
