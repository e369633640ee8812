import { CircleAlert, Info, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { cx } from "./cx";

type NoticeTone = "error" | "warning" | "info";

const looks = {
  error: { className: "border-red-line bg-red-bg text-red", Icon: CircleAlert },
  warning: { className: "border-amber-line bg-amber-bg text-amber", Icon: TriangleAlert },
  info: { className: "border-line bg-panel text-soft", Icon: Info },
} as const;

/** Something the reader has to know, in place. An error is announced at once, the others politely. */
export function Notice({
  tone = "error",
  children,
  action,
  className,
}: {
  tone?: NoticeTone;
  children: ReactNode;
  action?: ReactNode;
  className?: string;
}) {
  const { className: look, Icon } = looks[tone];
  return (
    <div
      role={tone === "error" ? "alert" : "status"}
      className={cx("flex items-start gap-2.5 rounded-lg border px-3 py-2 text-sm", look, className)}
    >
      <Icon aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
      <div className="min-w-0 flex-1 break-words">{children}</div>
      {action && <div className="-my-1 shrink-0 self-center">{action}</div>}
    </div>
  );
}
