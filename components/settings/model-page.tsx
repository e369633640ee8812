"use client";

import { usePageTitle } from "@/components/shell/page-title";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import { Skeleton } from "@/components/ui/skeleton";
import { Time } from "@/components/ui/time";
import { ModelSetup } from "./model-setup";
import { useModelTest } from "./use-models";

const providerWords: Record<string, string> = {
  demo: "Demo model, built in",
  openai: "OpenAI",
  "openai-compatible": "OpenAI-compatible server",
};

export function ModelPage() {
  usePageTitle("Model");
  const { models: info, test, testing, run } = useModelTest();
  const demo = info?.provider === "demo";
  const facts = [
    { name: "Provider", value: info && (providerWords[info.provider] ?? info.provider) },
    { name: "Host", value: info?.host ?? "none: nothing leaves this machine" },
    { name: "Model", value: info?.model === "auto" ? "auto: the first that the server offers" : info?.model },
  ];

  return (
    <div className="flex max-w-3xl flex-col gap-6">
      <div>
        <h2 className="font-semibold text-lg tracking-tight">Model</h2>
        <p className="text-soft">Who answers in conversations that choose no other model.</p>
      </div>
      {demo && (
        <Notice tone="info">
          The demo model answers: a small program that understands plain requests about the built-in tools. It
          needs no key and sends nothing anywhere.
        </Notice>
      )}
      <div className="rounded-2xl border bg-card shadow-raised">
        <dl className="grid grid-cols-[6rem_minmax(0,1fr)] gap-y-3 p-4">
          {facts.map(({ name, value }) => (
            <div key={name} className="contents">
              <dt className="text-soft">{name}</dt>
              <dd className="break-words">
                {info ? value : test?.error ? "unknown" : <Skeleton className="mt-1 h-4 w-44" />}
              </dd>
            </div>
          ))}
        </dl>
        <div className="flex flex-wrap items-center gap-3 border-t px-4 py-3">
          <Button onClick={run} busy={testing}>
            Test connection
          </Button>
          <p role="status" className="text-sm">
            {!testing && test && !test.error && (
              <>
                <span className="text-green">Answered in {test.milliseconds.toLocaleString()} ms</span>
                <span className="text-soft">
                  {" "}
                  · <Time at={test.at} />
                </span>
              </>
            )}
            {testing && <span className="text-soft">Asking the provider…</span>}
          </p>
        </div>
        {!testing && test?.error && (
          <div className="px-4 pb-4">
            <Notice>
              {test.error} <span className="text-soft">(after {test.milliseconds.toLocaleString()} ms)</span>
            </Notice>
          </div>
        )}
      </div>
      {info && info.available.length > 0 && (
        <section aria-labelledby="offered" className="flex flex-col gap-2">
          <h3 id="offered" className="font-semibold text-md">
            Offered by the provider <span className="font-normal text-soft">({info.available.length})</span>
          </h3>
          <ul className="flex flex-wrap gap-1.5">
            {info.available.map((name) => (
              <li key={name}>
                <Badge tone={name === info.model ? "blue" : "neutral"} className="font-mono">
                  {name}
                  {name === info.model && <span className="font-sans">in use</span>}
                </Badge>
              </li>
            ))}
          </ul>
        </section>
      )}
      <ModelSetup />
    </div>
  );
}
