import { cx } from "@/components/ui/cx";
import { VisibleText } from "@/components/ui/visible-text";
import type { Preview } from "@/lib/approvals/schema";
import { CodeBox } from "./code-box";
import { type DiffLine, readDiff } from "./read-diff";

const labels: Record<Preview["kind"], string> = {
  diff: "What would change",
  file: "What it would touch",
  url: "Address",
  text: "What would happen",
};

/** What the call would do, as it was computed when it asked. */
export function PreviewView({ preview, label = headingOf(preview) }: PreviewViewProps) {
  return (
    <div className="flex flex-col gap-1.5">
      <p className="font-medium text-soft text-xs [overflow-wrap:anywhere]">
        <VisibleText text={label} />
      </p>
      <CodeBox label={label}>
        {preview.kind === "diff" && <Diff text={preview.text} />}
        {preview.kind === "url" && <Address text={preview.text} />}
        {(preview.kind === "file" || preview.kind === "text") && <VisibleText text={preview.text} />}
      </CodeBox>
    </div>
  );
}

type PreviewViewProps = { preview: Preview; label?: string };

function headingOf({ kind, text }: Preview): string {
  return (kind === "diff" && readDiff(text).heading) || labels[kind];
}

const lineLooks: Record<DiffLine["kind"], string> = {
  added: "bg-green-bg text-green",
  removed: "bg-red-bg text-red",
  same: "",
  aside: "text-soft",
};

/** Colour only repeats what the signs at the beginning of each line say. */
export function Diff({ text }: { text: string }) {
  let at = 0;
  return readDiff(text).lines.map((line) => {
    const key = at;
    at += line.text.length + 1;
    return (
      <span key={key} className={cx("-mx-1.5 block min-h-[1lh] rounded-[2px] px-1.5", lineLooks[line.kind])}>
        <VisibleText text={line.text} />
      </span>
    );
  });
}

/** The host stands out: it says who would be reached, however long the rest. */
function Address({ text }: { text: string }) {
  const [, scheme, host, rest] = /^([a-z]+:\/\/(?:[^/?#\s]*@)?)([^/?#\s]+)([\s\S]*)$/i.exec(text) ?? [];
  if (!scheme || !host) return <VisibleText text={text} />;
  return (
    <>
      <span className="text-soft">
        <VisibleText text={scheme} />
      </span>
      <b className="font-semibold">
        <VisibleText text={host} />
      </b>
      <span className="text-soft">
        <VisibleText text={rest ?? ""} />
      </span>
    </>
  );
}
