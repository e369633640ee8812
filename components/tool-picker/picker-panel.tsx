"use client";

import { X } from "lucide-react";
import { useMemo, useState } from "react";
import { findTools, searchTexts } from "@/components/settings/find-tools";
import { OfferedNotice } from "@/components/settings/offered-notice";
import { SaveStatus } from "@/components/settings/save-status";
import { weightOf } from "@/components/settings/tool-weight";
import { useSaver } from "@/components/settings/use-saver";
import { useTools } from "@/components/settings/use-tools";
import { Button } from "@/components/ui/button";
import { IconButton } from "@/components/ui/icon-button";
import { Input } from "@/components/ui/input";
import { Notice } from "@/components/ui/notice";
import { Sheet } from "@/components/ui/sheet";
import { Skeleton } from "@/components/ui/skeleton";
import { VisibleText } from "@/components/ui/visible-text";

type Props = {
  chosen: string[] | null;
  onChoose: (tools: string[] | null) => Promise<void>;
  onClose: () => void;
};

export default function PickerPanel({ chosen: saved, onChoose, onClose }: Props) {
  // What is being saved, as it was last clicked: the next click builds on it, not on what the server has by then.
  const [wanted, setWanted] = useState<{ tools: string[] | null } | null>(null);
  const chosen = wanted ? wanted.tools : saved;
  const { tools, error } = useTools();
  const { state, save } = useSaver();
  const [search, setSearch] = useState("");
  const offered = useMemo(() => tools?.filter(({ enabled }) => enabled) ?? [], [tools]);
  const texts = useMemo(() => searchTexts(offered), [offered]);
  const found = findTools(offered, texts, search, null);
  const names = offered.map(({ name }) => name);
  const picked = useMemo(() => chosen && new Set(chosen), [chosen]);
  const isChosen = (name: string) => picked === null || picked.has(name);
  const weight = useMemo(
    () => weightOf(picked ? offered.filter(({ name }) => picked.has(name)) : offered),
    [offered, picked],
  );
  const choose = async (tools: string[] | null) => {
    const next = { tools };
    setWanted(next);
    await save(() => onChoose(tools));
    setWanted((latest) => (latest === next ? null : latest));
  };
  const toggle = (name: string, on: boolean) => {
    const now = chosen ?? names;
    choose(on ? [...now, name] : now.filter((other) => other !== name));
  };

  return (
    <Sheet open onOpenChange={(open) => !open && onClose()} title="Tools of this conversation" side="right">
      <div className="flex shrink-0 flex-col gap-2.5 border-b p-3">
        <div className="flex items-center justify-between gap-2">
          <h2 className="font-semibold">Tools of this conversation</h2>
          <IconButton
            label="Close"
            size="sm"
            onClick={onClose}
            icon={<X aria-hidden="true" className="size-4" />}
          />
        </div>
        <p className="text-soft text-xs tabular-nums">
          {tools
            ? `${weight.count} of ${names.length}, about ${weight.tokens.toLocaleString()} tokens with each message. Whether one asks first stays as set.`
            : "Whether one asks first stays as set."}
        </p>
        <OfferedNotice weight={weight} picked />
        <div className="flex gap-1.5">
          <Button
            size="sm"
            aria-pressed={chosen === null}
            aria-disabled={chosen === null}
            onClick={() => chosen !== null && choose(null)}
          >
            All that are on
          </Button>
          <Button
            size="sm"
            variant="ghost"
            aria-disabled={chosen?.length === 0}
            onClick={() => chosen?.length !== 0 && choose([])}
          >
            None
          </Button>
          {state.kind !== "idle" && <SaveStatus state={state} />}
        </div>
        <Input
          type="search"
          aria-label="Search tools"
          placeholder="Search tools"
          value={search}
          onChange={(event) => setSearch(event.target.value)}
        />
      </div>
      <div className="relative min-h-0 flex-1 overflow-y-auto p-3">
        {error && <Notice>{error}</Notice>}
        {!tools && !error && <Skeleton className="h-40" />}
        <ul className="flex flex-col">
          {offered.map(({ name, title, source }) => (
            <li key={name} hidden={!found.has(name)}>
              <label className="flex cursor-pointer items-start gap-2.5 rounded-lg px-2 py-1.5 hover:bg-hover">
                <input
                  type="checkbox"
                  checked={isChosen(name)}
                  onChange={(event) => toggle(name, event.target.checked)}
                  className="mt-1 size-3.5 shrink-0 accent-ink"
                />
                <span className="min-w-0">
                  <span className="block break-all font-mono text-sm">
                    <VisibleText text={name} />
                  </span>
                  <span className="block text-soft text-xs">
                    <VisibleText text={title === name ? source : `${title}, ${source}`} />
                  </span>
                </span>
              </label>
            </li>
          ))}
        </ul>
      </div>
    </Sheet>
  );
}
