import { File } from "lucide-react";
import { Time } from "@/components/ui/time";
import { VisibleText } from "@/components/ui/visible-text";
import { fileSize } from "./file-size";
import type { WorkspaceFile } from "./use-workspace";

export function FileList({ files }: { files: WorkspaceFile[] }) {
  return (
    <ul aria-label="Files in the workspace" className="flex flex-col">
      {files.map((file) => {
        const cut = file.path.lastIndexOf("/") + 1;
        return (
          <li key={file.path} className="flex items-start gap-2 rounded-md px-2 py-1.5 hover:bg-hover">
            <File aria-hidden="true" className="mt-0.5 size-3.5 shrink-0 text-faint" />
            <span className="min-w-0 flex-1">
              <span className="block break-words font-mono text-xs">
                <span className="text-soft">
                  <VisibleText text={file.path.slice(0, cut)} />
                </span>
                <VisibleText text={file.path.slice(cut)} />
              </span>
              <span className="block text-soft text-xs">
                {fileSize(file.size)} · <Time at={file.modifiedAt} />
              </span>
            </span>
          </li>
        );
      })}
    </ul>
  );
}
