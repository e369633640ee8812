"use client";

import { Pencil, Trash2 } from "lucide-react";
import Link from "next/link";
import { useRef, useState } from "react";
import { cx } from "@/components/ui/cx";
import { HandsFocusOn } from "@/components/ui/hands-focus-on";
import { Menu } from "@/components/ui/menu";
import type { ConversationItem } from "./conversation-list";
import { DeleteConversationDialog } from "./delete-conversation-dialog";
import { RenameField } from "./rename-field";

type Props = {
  item: ConversationItem;
  current: boolean;
  onOpen: () => void;
  onChanged: () => void;
  onDeleted: () => void;
};

export function ConversationEntry({ item, current, onOpen, onChanged, onDeleted }: Props) {
  const [doing, setDoing] = useState<"rename" | "delete" | null>(null);
  const link = useRef<HTMLAnchorElement>(null);
  const stop = () => setDoing(null);

  if (doing === "rename") {
    const done = () => {
      stop();
      onChanged();
    };
    return (
      <li>
        <HandsFocusOn to={() => link.current}>
          <RenameField id={item.id} title={item.title} onDone={done} />
        </HandsFocusOn>
      </li>
    );
  }
  return (
    <li className="group relative">
      <Link
        ref={link}
        href={`/c/${item.id}`}
        prefetch={false}
        onClick={onOpen}
        aria-current={current ? "page" : undefined}
        className={cx(
          "flex h-8 items-center gap-2 rounded-lg border pr-8 pl-2 transition-colors",
          current
            ? "border-line bg-card text-fg"
            : "border-transparent text-soft hover:bg-hover hover:text-fg",
        )}
      >
        {item.waiting && (
          <span className="size-1.5 shrink-0 rounded-full bg-amber">
            <span className="sr-only">waiting for a decision</span>
          </span>
        )}
        <span className="truncate" title={item.title}>
          {item.title}
        </span>
      </Link>
      <Menu
        label={`Actions for ${item.title}`}
        className="absolute top-0.5 right-0.5 opacity-0 focus-within:opacity-100 group-hover:opacity-100 has-aria-expanded:opacity-100 pointer-coarse:opacity-100"
        items={[
          {
            label: "Rename",
            icon: <Pencil aria-hidden="true" className="size-3.5" />,
            onSelect: () => setDoing("rename"),
          },
          {
            label: "Delete",
            icon: <Trash2 aria-hidden="true" className="size-3.5" />,
            danger: true,
            onSelect: () => setDoing("delete"),
          },
        ]}
      />
      {doing === "delete" && (
        <DeleteConversationDialog id={item.id} title={item.title} onClose={stop} onDeleted={onDeleted} />
      )}
    </li>
  );
}
