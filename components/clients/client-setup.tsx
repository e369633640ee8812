"use client";

import { useId, useState } from "react";
import { CopyButton } from "@/components/ui/copy-button";
import { cx } from "@/components/ui/cx";
import { clientConfigurations } from "./client-configurations";

/** "Connect a client": one configuration at a time, to copy. */
export function ClientSetup({ url }: { url: string }) {
  const id = useId();
  const configurations = clientConfigurations(url);
  const [chosen, setChosen] = useState(0);
  const shown = configurations[chosen];
  return (
    <section aria-labelledby={id} className="flex flex-col gap-3">
      <div>
        <h3 id={id} className="font-semibold text-md">
          Connect a client
        </h3>
        <p className="text-soft">
          The token is in the file <code className="text-fg text-sm">local-token</code> in the data directory
          (<code className="text-fg text-sm">.data</code> unless set otherwise). Whoever has it may call what
          is exposed, and decide here.
        </p>
      </div>
      <fieldset className="flex flex-wrap gap-1" aria-label="Client">
        {configurations.map(({ client }, index) => (
          <button
            key={client}
            type="button"
            aria-pressed={index === chosen}
            onClick={() => setChosen(index)}
            className={cx(
              "rounded-lg border px-2.5 py-1 text-sm transition-colors",
              index === chosen ? "border-ink text-fg" : "border-line text-soft hover:bg-hover hover:text-fg",
            )}
          >
            {client}
          </button>
        ))}
      </fieldset>
      {shown && (
        <figure className="min-w-0 rounded-xl border bg-code">
          <figcaption className="flex items-center justify-between gap-2 border-b py-0.5 pr-1 pl-3 text-soft text-xs">
            {shown.where}
            <CopyButton text={shown.text} what={`configuration for ${shown.client}`} />
          </figcaption>
          <pre className="whitespace-pre-wrap break-all p-3 text-xs leading-relaxed">{shown.text}</pre>
        </figure>
      )}
    </section>
  );
}
