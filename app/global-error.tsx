"use client";

import { Button } from "@/components/ui/button";
import "./globals.css";

export default function GlobalError({ reset }: { error: Error; reset: () => void }) {
  return (
    <html lang="en">
      <body>
        <title>Something went wrong · Countersign</title>
        <main className="grid min-h-dvh place-items-center bg-panel px-4">
          <div className="flex max-w-sm flex-col items-start gap-4">
            <h1 className="font-semibold text-xl tracking-tight">Countersign could not be shown</h1>
            <p className="text-soft">
              Nothing was decided and nothing was run because of it. What waits for you still waits.
            </p>
            <Button variant="primary" onClick={reset}>
              Try again
            </Button>
          </div>
        </main>
      </body>
    </html>
  );
}
