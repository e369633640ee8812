import { Plus, Search } from "lucide-react";
import Link from "next/link";
import { buttonClass } from "@/components/ui/button";
import { Input, Select } from "@/components/ui/input";
import { Notice } from "@/components/ui/notice";
import type { ToolView } from "@/lib/tools/schema";
import { OfferedNotice } from "./offered-notice";
import { weightOf } from "./tool-weight";

/** What all the tools amount to: how many ask, how many a model is given, and their weight. */
export function ToolsSummary({ tools }: { tools: ToolView[] }) {
  const weight = weightOf(tools);
  const { count, tokens } = weight;
  const asking = tools.filter((tool) => tool.enabled && tool.approval.mode === "required").length;
  const changed = tools.filter((tool) => tool.review === "changed").length;
  return (
    <>
      <p className="text-soft text-sm tabular-nums">
        {count.toLocaleString()} {count === 1 ? "tool is" : "tools are"} on, about {tokens.toLocaleString()}{" "}
        tokens with each message; {asking.toLocaleString()} of them ask first.
      </p>
      <OfferedNotice weight={weight} />
      {changed > 0 && (
        <Notice tone="warning">
          {changed === 1 ? "1 tool is new or has" : `${changed} tools are new or have`} changed since a person
          reviewed what its server offers. Until someone does, each call asks, whatever its switch says.
        </Notice>
      )}
    </>
  );
}

type FilterProps = {
  sources: string[];
  source: string | null;
  onSourceChange: (source: string | null) => void;
  search: string;
  onSearchChange: (search: string) => void;
};

export function ToolsFilter({ sources, source, onSourceChange, search, onSearchChange }: FilterProps) {
  return (
    <div className="flex w-full flex-wrap gap-2">
      <div className="relative min-w-48 flex-1">
        <Search
          aria-hidden="true"
          className="pointer-events-none absolute top-2.5 left-3 size-4 text-faint"
        />
        <Input
          type="search"
          aria-label="Search tools"
          placeholder="Search tools"
          value={search}
          onChange={(event) => onSearchChange(event.target.value)}
          className="pl-9"
        />
      </div>
      {sources.length > 1 && (
        <Select
          aria-label="Source"
          value={source ?? ""}
          onChange={(event) => onSourceChange(event.target.value || null)}
          className="min-w-36 max-sm:flex-1 sm:w-44"
        >
          <option value="">All sources</option>
          {sources.map((name) => (
            <option key={name} value={name}>
              {name}
            </option>
          ))}
        </Select>
      )}
      <Link href="/settings/tools/new" className={buttonClass()}>
        <Plus aria-hidden="true" className="size-4" />
        New tool
      </Link>
    </div>
  );
}
