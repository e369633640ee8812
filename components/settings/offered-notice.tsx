import { Notice } from "@/components/ui/notice";
import { mostOffered } from "@/lib/policy/most-offered";
import type { Weight } from "./tool-weight";

type Props = {
  weight: Weight;
  /** These are the tools of one conversation, where they can be picked. */
  picked?: boolean;
};

/** Says when a model is about to be given, or would be given, more tools than providers accept. */
export function OfferedNotice({ weight: { count, state }, picked = false }: Props) {
  if (state === "fits") return null;
  const much = picked
    ? `This conversation has ${count} tools, and providers accept ${mostOffered} at once`
    : `${count} tools are on, and providers accept ${mostOffered} at once`;
  const less = picked
    ? "Pick only those that it needs."
    : "Turn off what is not needed, or pick tools per conversation.";
  return (
    <Notice tone="warning">
      {state === "nearly" ? much : `${much}: the last ${count - mostOffered} are left out`}. {less}
    </Notice>
  );
}
