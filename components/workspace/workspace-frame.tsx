"use client";

import { type DragEvent, type ReactNode, useState } from "react";
import { Sheet } from "@/components/ui/sheet";
import { type Added, addFiles } from "./add-files";
import { PanelStateProvider, usePanel } from "./panel-state";
import { useWorkspace } from "./use-workspace";
import { WorkspacePanel } from "./workspace-panel";

/** The page with the workspace beside it, or over it on a small screen; files dropped anywhere on it are added. */
export function WorkspaceFrame({ children }: { children: ReactNode }) {
  return (
    <PanelStateProvider>
      <Frame>{children}</Frame>
    </PanelStateProvider>
  );
}

function carriesFiles(event: DragEvent): boolean {
  return event.dataTransfer.types.includes("Files");
}

function Frame({ children }: { children: ReactNode }) {
  const { open, wide, setOpen } = usePanel();
  const { workspace, error, refresh } = useWorkspace(open);
  const [dragging, setDragging] = useState(false);
  const [adding, setAdding] = useState(false);
  const [outcome, setOutcome] = useState<Added | null>(null);

  const add = async (files: File[]) => {
    if (files.length === 0) return;
    setOpen(true);
    setAdding(true);
    setOutcome(null);
    setOutcome(await addFiles(files));
    setAdding(false);
    refresh();
  };

  const panel = (
    <WorkspacePanel
      workspace={workspace}
      error={error}
      adding={adding}
      outcome={outcome}
      onAdd={add}
      onClose={() => setOpen(false)}
    />
  );

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the button "Add files" does the same by keyboard
    <div
      className="relative flex min-h-0 flex-1"
      onDragOver={(event) => {
        if (!carriesFiles(event)) return;
        event.preventDefault();
        setDragging(true);
      }}
      onDragLeave={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setDragging(false);
      }}
      onDrop={(event) => {
        if (!carriesFiles(event)) return;
        event.preventDefault();
        setDragging(false);
        void add([...event.dataTransfer.files]);
      }}
    >
      <div className="flex min-w-0 flex-1 flex-col">{children}</div>
      {wide && open && <aside className="w-72 shrink-0 border-l bg-panel">{panel}</aside>}
      {!wide && (
        <Sheet open={open} onOpenChange={setOpen} title="Workspace" side="right">
          {panel}
        </Sheet>
      )}
      {dragging && (
        <div className="pointer-events-none absolute inset-3 z-30 grid place-items-center rounded-2xl border-2 border-blue border-dashed bg-blue-bg/90">
          <p className="font-semibold text-blue text-md">Drop to add to the workspace</p>
        </div>
      )}
    </div>
  );
}
