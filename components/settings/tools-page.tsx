"use client";

import { useDeferredValue, useMemo, useState } from "react";
import { usePageTitle } from "@/components/shell/page-title";
import { Button } from "@/components/ui/button";
import { cx } from "@/components/ui/cx";
import { Notice } from "@/components/ui/notice";
import { Skeleton } from "@/components/ui/skeleton";
import { findTools, searchTexts } from "./find-tools";
import { rowColumns, ToolRow } from "./tool-row";
import { ToolsFilter, ToolsSummary } from "./tools-head";
import { useGrowing } from "./use-growing";
import { useTools } from "./use-tools";

const placeholders = ["a", "b", "c", "d", "e", "f"];

export function ToolsPage() {
  usePageTitle("Tools");
  const { tools, error, load, change, read, accept } = useTools();
  const [search, setSearch] = useState("");
  const [source, setSource] = useState<string | null>(null);
  // The field shows each letter at once; the list follows when there is time.
  const wanted = useDeferredValue(search);
  const texts = useMemo(() => searchTexts(tools ?? []), [tools]);
  const sources = useMemo(() => [...new Set(tools?.map((tool) => tool.source))], [tools]);
  const found = useMemo(() => findTools(tools ?? [], texts, wanted, source), [tools, texts, wanted, source]);
  const made = useGrowing(tools?.length ?? 0);
  const filtered = wanted.trim() !== "" || source !== null;
  const shown = tools?.filter(({ name }, index) => index < made || (filtered && found.has(name))) ?? [];

  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-col gap-1">
        <h2 className="font-semibold text-lg tracking-tight">Tools</h2>
        <p className="text-soft">
          What the agent may call, and which calls wait for you. A change counts from the next call on.
        </p>
      </div>
      <ToolsFilter
        sources={sources}
        source={source}
        onSourceChange={setSource}
        search={search}
        onSearchChange={setSearch}
      />
      {tools && <ToolsSummary tools={tools} />}
      {error && (
        <Notice
          action={
            <Button size="sm" onClick={load}>
              Try again
            </Button>
          }
        >
          {error}
        </Notice>
      )}
      {!error && (
        <div className="rounded-2xl border bg-card shadow-raised">
          <table aria-label="Tools" className="block w-full text-left">
            <thead className="sr-only md:not-sr-only md:block">
              <tr className={cx(rowColumns, "py-2 text-faint text-xs")}>
                <th className="font-medium">Tool</th>
                <th className="font-medium">Risk</th>
                <th className="font-medium">Require approval</th>
                <th className="font-medium">Agent</th>
                <th className="font-medium">/mcp</th>
                <th className="font-medium">
                  <span className="sr-only">Details</span>
                </th>
              </tr>
            </thead>
            <tbody className="block max-md:[&>tr:first-child]:border-t-0">
              {shown.map((tool) => (
                <ToolRow
                  key={tool.name}
                  tool={tool}
                  hidden={!found.has(tool.name)}
                  onChange={change}
                  onRead={read}
                  onAccept={accept}
                />
              ))}
            </tbody>
          </table>
          {!tools && (
            <div className="flex flex-col gap-6 border-t px-4 py-5">
              <span className="sr-only">Loading tools</span>
              {placeholders.map((key) => (
                <div key={key} className="flex flex-col gap-2">
                  <Skeleton className="h-4 w-40" />
                  <Skeleton className="h-3.5 w-72 max-w-full" />
                </div>
              ))}
            </div>
          )}
          {tools && found.size === 0 && (
            <p className="border-t px-4 py-6 text-soft">
              No tool matches {wanted.trim() ? `“${wanted.trim()}”` : "this"}.
            </p>
          )}
        </div>
      )}
    </div>
  );
}
