import { visibleSegments } from "@/lib/policy/visible-text";

/** Text from a model or a tool, as text: what would be invisible or turn the line around is drawn as its code. */
export function VisibleText({ text }: { text: string }) {
  let at = 0;
  return visibleSegments(text).map((segment) => {
    const key = at;
    at += segment.text.length;
    if (!segment.hidden) return segment.text;
    return (
      <span key={key} className="hidden-character" title="A character that would not be visible">
        {segment.text}
      </span>
    );
  });
}
