import type { Metadata } from "next";
import { SignedIn } from "@/components/servers/signed-in";
import { Brand } from "@/components/shell/brand";

export const metadata: Metadata = { title: "Signing in to a server · Countersign" };

export default function SignedInPage() {
  return (
    <main className="grid min-h-dvh place-items-center bg-panel px-4 py-10">
      <div className="flex w-full max-w-sm flex-col gap-6">
        <Brand />
        <div className="flex flex-col gap-4 rounded-2xl border bg-card p-6 shadow-raised">
          <SignedIn />
        </div>
      </div>
    </main>
  );
}
