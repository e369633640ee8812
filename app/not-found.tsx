import type { Metadata } from "next";
import Link from "next/link";
import { Brand } from "@/components/shell/brand";
import { buttonClass } from "@/components/ui/button";

export const metadata: Metadata = { title: "Not found · Countersign" };

export default function NotFound() {
  return (
    <main className="grid min-h-dvh place-items-center bg-panel px-4 py-10">
      <div className="flex w-full max-w-sm flex-col items-start gap-4">
        <Brand />
        <h1 className="mt-2 font-semibold text-xl tracking-tight">There is nothing at this address</h1>
        <p className="text-soft">The page may have been moved, or the conversation was deleted.</p>
        <Link href="/" className={buttonClass({ variant: "primary" })}>
          Go to the chat
        </Link>
      </div>
    </main>
  );
}
