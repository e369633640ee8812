import type { Metadata } from "next";
import { Brand } from "@/components/shell/brand";
import { SignInForm } from "@/components/shell/sign-in-form";

export const metadata: Metadata = { title: "Sign in · Countersign" };

export default function SignInPage() {
  return (
    <main className="grid min-h-dvh place-items-center bg-panel px-4 py-10">
      <div className="flex w-full max-w-sm flex-col gap-6">
        <Brand />
        <div className="flex flex-col gap-5 rounded-2xl border bg-card p-6 shadow-raised">
          <div className="flex flex-col gap-2">
            <h1 className="font-semibold text-xl tracking-tight">Sign in</h1>
            <p className="text-soft">
              Open the sign-in link from the terminal in which Countersign was started. Or paste its key here:
              it is also in the file <code className="text-fg text-sm">local-token</code> in the data
              directory.
            </p>
          </div>
          <SignInForm />
        </div>
        <p className="text-faint text-sm">
          Only someone who can read that file may decide what the agent does.
        </p>
      </div>
    </main>
  );
}
