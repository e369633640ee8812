"use client";

import { FolderOpen } from "lucide-react";
import { cx } from "@/components/ui/cx";
import { IconButton } from "@/components/ui/icon-button";
import { usePanel } from "./panel-state";

/** Shows and hides the workspace; belongs in the header of a page inside `WorkspaceFrame`. */
export function WorkspaceButton() {
  const { open, setOpen } = usePanel();
  return (
    <IconButton
      label="Workspace"
      title={open ? "Hide the workspace" : "Show the workspace"}
      aria-expanded={open}
      onClick={() => setOpen(!open)}
      className={cx(open && "bg-hover text-fg")}
      icon={<FolderOpen aria-hidden="true" className="size-4.5" />}
    />
  );
}
