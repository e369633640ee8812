import { FILE_HEADERS_ONLY, formatPatch } from "diff";
import { lineDiff } from "../../policy/line-diff.ts";

/** The change as a unified diff; `before` null means a new file. */
export function unifiedDiff(path: string, before: string | null, after: string): string {
  const hunks = lineDiff(before ?? "", after, { context: 3, mostSought: 1_000 });
  const names = { oldFileName: before === null ? "/dev/null" : path, newFileName: path };
  return formatPatch({ ...names, oldHeader: undefined, newHeader: undefined, hunks }, FILE_HEADERS_ONLY);
}
