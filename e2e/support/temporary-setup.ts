import { openTemporaryRoot } from "./temporary-directory.ts";

/** A place for the folders of a test run, removed with all that is in it. */
export default function setup(): () => void {
  return openTemporaryRoot().remove;
}
