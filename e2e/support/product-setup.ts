import { buildIfNeeded } from "../../lib/cli/build.ts";
import { openTemporaryRoot } from "./temporary-directory.ts";

/** What tests of the running product need before they start: its pages, and a place for its data. */
export default function setup(): () => void {
  buildIfNeeded();
  return openTemporaryRoot().remove;
}
