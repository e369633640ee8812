"use client";

import { ChevronDown, ChevronRight } from "lucide-react";
import { Fragment, type ReactNode, useState } from "react";
import { VisibleText } from "@/components/ui/visible-text";

/** JSON as text, complete: coloured, and where `foldable` its inner objects and lists can be closed. */
export function JsonView({ value, foldable = false }: { value: unknown; foldable?: boolean }) {
  return <Node value={value} depth={0} name={null} foldable={foldable} />;
}

type NodeProps = { value: unknown; depth: number; name: string | null; foldable: boolean };

function Node({ value, depth, name, foldable }: NodeProps): ReactNode {
  if (Array.isArray(value)) {
    const items = value.map((item, index) => ({ key: String(index), label: null, item }));
    return <Branch brackets={["[", "]"]} items={items} depth={depth} name={name} foldable={foldable} />;
  }
  if (typeof value === "object" && value !== null) {
    const items = Object.entries(value).map(([key, item]) => ({ key, label: key, item }));
    return <Branch brackets={["{", "}"]} items={items} depth={depth} name={name} foldable={foldable} />;
  }
  if (typeof value === "string") return <JsonString text={value} depth={depth} />;
  return <span className="text-amber">{JSON.stringify(value) ?? "null"}</span>;
}

type BranchProps = Omit<NodeProps, "value"> & {
  brackets: [string, string];
  items: { key: string; label: string | null; item: unknown }[];
};

function Branch({ brackets: [left, right], items, depth, name, foldable }: BranchProps) {
  const [folded, setFolded] = useState(false);
  if (items.length === 0) return left + right;
  const inner = `\n${"  ".repeat(depth + 1)}`;
  const toggle = foldable && depth > 0 && (
    <button
      type="button"
      aria-expanded={!folded}
      aria-label={`${name ?? "Item"}, ${items.length} inside`}
      onClick={() => setFolded(!folded)}
      className="mr-1 inline-flex size-4 items-center justify-center rounded align-[-0.2em] text-soft hover:bg-hover hover:text-fg"
    >
      {folded ? <ChevronRight className="size-3" /> : <ChevronDown className="size-3" />}
    </button>
  );
  if (folded) {
    return (
      <>
        {toggle}
        {left} <span className="text-faint">{items.length} hidden</span> {right}
      </>
    );
  }
  return (
    <>
      {toggle}
      {left}
      {items.map(({ key, label, item }, index) => (
        <Fragment key={key}>
          {inner}
          {label !== null && (
            <>
              <span className="text-blue">
                <VisibleText text={JSON.stringify(label)} />
              </span>
              {": "}
            </>
          )}
          <Node value={item} depth={depth + 1} name={label} foldable={foldable} />
          {index < items.length - 1 && ","}
        </Fragment>
      ))}
      {`\n${"  ".repeat(depth)}${right}`}
    </>
  );
}

/** A text of several lines is broken where its line breaks are, which stay written: still JSON, and readable. */
function JsonString({ text, depth }: { text: string; depth: number }) {
  const lines = JSON.stringify(text).split(/(?<=(?<!\\)(?:\\\\)*\\n)(?!"$)/);
  let at = 0;
  return (
    <span className="text-green">
      {lines.map((line, index) => {
        const key = at;
        at += line.length;
        return (
          <Fragment key={key}>
            <VisibleText text={line} />
            {index < lines.length - 1 && `\n${"  ".repeat(depth + 1)}`}
          </Fragment>
        );
      })}
    </span>
  );
}
