"use client";

import { CloudOff } from "lucide-react";
import { useConnected } from "./events-provider";

export function ConnectionBanner() {
  const connected = useConnected();
  return (
    <div aria-live="polite">
      {!connected && (
        <p className="flex items-start gap-2.5 border-amber-line border-b bg-amber-bg px-4 py-2 text-amber text-sm md:px-5">
          <CloudOff aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
          <span>
            You are offline, or the server cannot be reached. What you click now may not arrive, and is not
            sent again by itself.
          </span>
        </p>
      )}
    </div>
  );
}
