"use client";

import { ImageIcon } from "lucide-react";
import { type ComponentProps, useState } from "react";
import type { ExtraProps } from "streamdown";
import { Button } from "@/components/ui/button";

/** A picture that loads by itself tells its host that the answer was read, and whatever its address carries. */
export function ImageOnClick({ src, alt }: ComponentProps<"img"> & ExtraProps) {
  const [asked, setAsked] = useState(false);
  const url = typeof src === "string" && URL.canParse(src) ? new URL(src) : null;
  if (!url || !/^https?:$/.test(url.protocol)) return <span className="text-soft">[{alt || "image"}]</span>;
  // biome-ignore lint/performance/noImgElement: a stranger's picture must not pass through our server
  if (asked) return <img src={url.href} alt={alt ?? ""} referrerPolicy="no-referrer" />;
  return (
    <span className="inline-flex flex-wrap items-center gap-2">
      <Button size="sm" title={url.href} onClick={() => setAsked(true)}>
        <ImageIcon aria-hidden="true" className="size-3.5" />
        Load image from {url.host}
      </Button>
      {alt && <span className="text-soft text-sm">{alt}</span>}
    </span>
  );
}
