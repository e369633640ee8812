import Link from "next/link";
import { PageHeader } from "@/components/shell/page-header";
import { buttonClass } from "@/components/ui/button";
import { Skeleton } from "@/components/ui/skeleton";

export function LoadingMessages() {
  return (
    <div className="flex flex-col gap-4" aria-busy="true">
      <span className="sr-only">Loading the conversation</span>
      <Skeleton className="h-10 w-2/5 self-end rounded-[14px]" />
      <Skeleton className="h-4 w-4/5" />
      <Skeleton className="h-4 w-3/5" />
      <Skeleton className="h-10 w-full rounded-[10px]" />
    </div>
  );
}

export function MissingConversation() {
  return (
    <div className="flex h-full flex-col">
      <PageHeader title="Not found" />
      <div className="m-auto flex flex-col items-center gap-3 p-6 text-center">
        <p className="text-md text-soft">There is no such conversation; it may have been deleted.</p>
        <Link href="/" className={buttonClass()}>
          Start a new chat
        </Link>
      </div>
    </div>
  );
}
