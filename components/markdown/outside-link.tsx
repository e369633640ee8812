import { ArrowUpRight } from "lucide-react";
import type { ComponentProps, ReactNode } from "react";
import type { ExtraProps } from "streamdown";

const allowed = new Set(["http:", "https:", "mailto:"]);

function parseAddress(href: string | undefined): URL | null {
  const url = href && URL.canParse(href) ? new URL(href) : null;
  return url && allowed.has(url.protocol) ? url : null;
}

function textOf(children: ReactNode): string {
  if (typeof children === "string") return children;
  return Array.isArray(children) ? children.map(textOf).join("") : "";
}

/** Says where it leads: the words of a link are the model's, its address is what counts. */
export function OutsideLink({ href, children }: ComponentProps<"a"> & ExtraProps) {
  const url = parseAddress(href);
  if (!url) return <span>{children}</span>;
  const place = url.host || url.pathname;
  return (
    <a href={url.href} target="_blank" rel="noopener noreferrer nofollow" title={url.href}>
      {children}
      {!textOf(children).includes(place) && <span className="markdown-address"> ({place})</span>}
      <ArrowUpRight aria-label="opens in a new tab" className="ml-px inline size-3 align-baseline" />
    </a>
  );
}
