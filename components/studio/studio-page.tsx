"use client";

import { ArrowLeft } from "lucide-react";
import Link from "next/link";
import { useRouter } from "next/navigation";
import { useEffect, useState } from "react";
import { api, errorSentence } from "@/components/shell/api";
import { usePageTitle } from "@/components/shell/page-title";
import { Notice } from "@/components/ui/notice";
import { Skeleton } from "@/components/ui/skeleton";
import type { ToolView } from "@/lib/tools/schema";
import { Studio } from "./studio";
import type { Capabilities } from "./tool-draft";

export type PublishedTool = ToolView & { code: string; capabilities: Capabilities; version: number };

/** The Tool Studio: for a new tool (`name` null), or for the next version of one that was written here. */
export function StudioPage({ name }: { name: string | null }) {
  usePageTitle(name ?? "New tool");
  const router = useRouter();
  const [published, setPublished] = useState<PublishedTool | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  useEffect(() => {
    if (name === null) return;
    api<ToolView | PublishedTool>(`/tools/${encodeURIComponent(name)}`).then(
      (tool) =>
        "code" in tool
          ? setPublished(tool)
          : setProblem(`${tool.name} was not written here (${tool.source}): its settings are in Tools.`),
      (error) => setProblem(errorSentence(error)),
    );
  }, [name]);

  return (
    <div className="flex flex-col gap-4">
      <div>
        <Link
          href="/settings/tools"
          className="inline-flex items-center gap-1 text-sm text-soft hover:text-fg hover:underline"
        >
          <ArrowLeft aria-hidden="true" className="size-3.5" />
          All tools
        </Link>
        <h2 className="break-all font-semibold text-lg tracking-tight">{name ?? "New tool"}</h2>
        <p className="text-soft">
          JavaScript that runs in a sandbox, with limits on time and memory, and reaches only what you name.
        </p>
      </div>
      {problem && <Notice>{problem}</Notice>}
      {name !== null && !published && !problem && <Skeleton className="h-96 rounded-xl" />}
      {(name === null || published) && (
        <Studio
          published={published}
          onPublished={(tool) => {
            setPublished(tool);
            if (name === null) router.replace(`/settings/tools/${encodeURIComponent(tool.name)}`);
          }}
          onDeleted={() => router.push("/settings/tools")}
        />
      )}
    </div>
  );
}
