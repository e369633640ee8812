"use client";

import { useEffect } from "react";

/** A file that is dropped where no part of the page takes it would be opened in the page's place. */
export function useNoFileDrops(): void {
  useEffect(() => {
    const refuse = (event: DragEvent) => {
      if (event.defaultPrevented || !event.dataTransfer?.types.includes("Files")) return;
      // The code editor takes a file as text.
      if (
        event.type === "dragover" &&
        event.target instanceof HTMLElement &&
        event.target.isContentEditable
      ) {
        return;
      }
      event.preventDefault();
      event.dataTransfer.dropEffect = "none";
    };
    addEventListener("dragover", refuse);
    addEventListener("drop", refuse);
    return () => {
      removeEventListener("dragover", refuse);
      removeEventListener("drop", refuse);
    };
  }, []);
}
