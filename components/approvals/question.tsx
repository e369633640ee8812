import { VisibleText } from "@/components/ui/visible-text";

const quotedText = String.raw`"(?:\\.|[^"\\])*(?:"…?|…)`;
const value = String.raw`(?:${quotedText}|-?\d[\d.eE+-]*|true|false|null)`;
/** A quoted text, alone or within the JSON of which it is a part. */
const quoted = new RegExp(String.raw`([[{]*${quotedText}(?:[\]}]*[:,][[{]*${value})*[\]}]*…?)`);

/** The question with the values that came from the model set in mono: they are quoted, and look it. */
export function Question({ text }: { text: string }) {
  let at = 0;
  return (
    <p className="text-md [overflow-wrap:anywhere]">
      {text.split(quoted).map((piece, index) => {
        const key = at;
        at += piece.length;
        return index % 2 === 1 ? (
          <code key={key} className="text-[0.86em]">
            <VisibleText text={piece} />
          </code>
        ) : (
          <VisibleText key={key} text={piece} />
        );
      })}
    </p>
  );
}
