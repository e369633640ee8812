import type { ModelAnswer } from "./ask-model.ts";
import type { Notice } from "./parts.ts";

/** What the person is told of a last answer that is none, or not all of one; null when nothing is missing. */
export function unfinishedNotice({ parts, finishReason }: ModelAnswer): Notice | null {
  if (finishReason === "length") {
    return { kind: "cut-off", text: "The answer was cut off here: it is as long as the model may answer." };
  }
  if (finishReason === "content-filter") {
    return { kind: "cut-off", text: "The provider's content filter stopped the answer here." };
  }
  const said = parts.some((part) => part.type === "text" && part.text.trim() !== "");
  return said ? null : { kind: "cut-off", text: "The model answered nothing. Ask again, or in other words." };
}
