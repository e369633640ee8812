import { cx } from "./cx";

/** The place of something that is being loaded; give it the size of what comes. */
export function Skeleton({ className }: { className?: string }) {
  return <div aria-hidden="true" className={cx("animate-pulse rounded-md bg-hover", className)} />;
}
