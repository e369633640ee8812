import { Badge, type Tone } from "@/components/ui/badge";
import { Spinner } from "@/components/ui/spinner";
import type { ServerView } from "@/lib/tools/servers/server-schema";

const looks: Record<ServerView["state"], { word: string; tone: Tone }> = {
  connecting: { word: "Connecting", tone: "blue" },
  ready: { word: "Ready", tone: "green" },
  failed: { word: "Failed", tone: "red" },
  needs_sign_in: { word: "Needs sign-in", tone: "amber" },
  disabled: { word: "Off", tone: "neutral" },
};

export function ServerState({ state }: { state: ServerView["state"] }) {
  const { word, tone } = looks[state];
  return (
    <Badge tone={tone}>
      {state === "connecting" && <Spinner className="size-2.5" />}
      {word}
    </Badge>
  );
}
