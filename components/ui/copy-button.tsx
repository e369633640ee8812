"use client";

import { Check, Copy } from "lucide-react";
import { useEffect, useState } from "react";
import { IconButton } from "./icon-button";

type CopyState = "idle" | "copied" | "failed";

/** `what` completes the name: "Copy arguments". */
export function CopyButton({
  text,
  what,
  className,
}: {
  text: string | (() => string);
  what?: string;
  className?: string;
}) {
  const [state, setState] = useState<CopyState>("idle");

  useEffect(() => {
    if (state === "idle") return;
    const timer = setTimeout(() => setState("idle"), 1_600);
    return () => clearTimeout(timer);
  }, [state]);

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(typeof text === "function" ? text() : text);
      setState("copied");
    } catch {
      setState("failed");
    }
  };

  return (
    <>
      <IconButton
        size="sm"
        label={what ? `Copy ${what}` : "Copy"}
        onClick={copy}
        className={className}
        icon={
          state === "copied" ? (
            <Check aria-hidden="true" className="size-3.5 text-green" />
          ) : (
            <Copy aria-hidden="true" className="size-3.5" />
          )
        }
      />
      <span aria-live="polite" className="sr-only">
        {state === "copied" && "Copied"}
        {state === "failed" && "Could not copy"}
      </span>
    </>
  );
}
