"use client";

import { PageHeader } from "@/components/shell/page-header";
import { Button } from "@/components/ui/button";

type Props = { error: Error & { digest?: string }; reset: () => void };

export default function PageError({ error, reset }: Props) {
  return (
    <>
      <PageHeader title="Something went wrong" />
      <div className="mx-auto flex w-full max-w-xl flex-col items-start gap-4 px-4 py-16">
        <h2 className="font-semibold text-lg">This page could not be shown</h2>
        <p className="text-soft">
          Nothing was decided and nothing was run because of it. What waits for you still waits.
        </p>
        {error.digest && <p className="font-mono text-faint text-xs">Reference {error.digest}</p>}
        <Button variant="primary" onClick={reset}>
          Try again
        </Button>
      </div>
    </>
  );
}
