import type { CallRow } from "../db/rows.ts";
import type { Revision } from "../tools/tool-sources.ts";
import type { RunServices } from "./services.ts";

/** Before a claimed call is looked at for the last time: the tools and secrets are those that its claim saw, or later ones. */
export async function knowTools(
  { toolSources }: Pick<RunServices, "toolSources">,
  claimed: readonly { call: CallRow; revision: Revision }[],
): Promise<void> {
  const known = claimed.every(({ call, revision }) => toolSources.isCurrent(call.tool_name, revision));
  if (!known) await toolSources.refresh();
}
