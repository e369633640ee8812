import type { Intent } from "../intent.ts";
import { changeFiles } from "./change-files.ts";
import { followUps, smallTalk } from "./conversation.ts";
import { editFiles } from "./edit-files.ts";
import { findingOut } from "./find-out.ts";
import { readingFiles } from "./read-files.ts";
import { reportGroups } from "./report-groups.ts";

/** All that the demo model understands, in the order in which it is tried. */
export const intents: ReadonlyArray<Intent> = [
  ...reportGroups,
  ...editFiles,
  ...changeFiles,
  ...followUps,
  ...findingOut,
  ...readingFiles,
  ...smallTalk,
];
