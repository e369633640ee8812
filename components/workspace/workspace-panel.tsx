"use client";

import { FilePlus, X } from "lucide-react";
import { useRef } from "react";
import { Button } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import { IconButton } from "@/components/ui/icon-button";
import { Notice } from "@/components/ui/notice";
import { Skeleton } from "@/components/ui/skeleton";
import type { Added } from "./add-files";
import { FileList } from "./file-list";
import type { Workspace } from "./use-workspace";

type Props = {
  workspace: Workspace | null;
  error: string | null;
  adding: boolean;
  outcome: Added | null;
  onAdd: (files: File[]) => void;
  onClose: () => void;
};

export function WorkspacePanel({ workspace, error, adding, outcome, onAdd, onClose }: Props) {
  const picker = useRef<HTMLInputElement>(null);
  return (
    <section aria-label="Workspace" className="flex h-full min-h-0 flex-col">
      <div className="flex h-13 shrink-0 items-center gap-2 border-b pr-2 pl-4">
        <h2 className="flex-1 font-semibold">Workspace</h2>
        <IconButton
          label="Close workspace"
          size="sm"
          onClick={onClose}
          icon={<X aria-hidden="true" className="size-4" />}
        />
      </div>
      <div className="flex flex-col gap-3 border-b px-4 py-3">
        {workspace ? (
          <div className="flex items-start gap-1">
            <code className="min-w-0 flex-1 break-all text-soft text-xs">{workspace.path}</code>
            <CopyButton text={workspace.path} what="workspace path" className="-my-1" />
          </div>
        ) : (
          !error && <Skeleton className="h-4 w-48" />
        )}
        <Button size="sm" busy={adding} onClick={() => picker.current?.click()}>
          {!adding && <FilePlus aria-hidden="true" className="size-3.5" />}
          {adding ? "Adding…" : "Add files"}
        </Button>
        <input
          ref={picker}
          type="file"
          multiple
          hidden
          onChange={(event) => {
            onAdd([...(event.target.files ?? [])]);
            event.target.value = "";
          }}
        />
        <p className="text-faint text-xs pointer-coarse:hidden">Or drop them anywhere on this page.</p>
        <div aria-live="polite" className="empty:hidden">
          {outcome && outcome.added.length > 0 && (
            <p className="break-words text-green text-xs">Added {outcome.added.join(", ")}</p>
          )}
        </div>
        {outcome?.errors.map((problem) => (
          <Notice key={problem}>{problem}</Notice>
        ))}
        {error && <Notice>{error}</Notice>}
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <section className="relative min-h-0 flex-1 overflow-y-auto p-2" tabIndex={0} aria-label="Files">
        {workspace && workspace.files.length > 0 && <FileList files={workspace.files} />}
        {workspace?.note && <p className="px-2 py-1.5 text-soft text-xs">{workspace.note}</p>}
        {workspace?.files.length === 0 && !workspace.note && (
          <p className="px-2 py-3 text-faint text-sm">
            No files yet. Add some, or ask the agent to write one.
          </p>
        )}
      </section>
    </section>
  );
}
