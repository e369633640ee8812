"use client";

import { Ellipsis } from "lucide-react";
import { lazy, type ReactNode, Suspense, useRef, useState } from "react";
import { cx } from "./cx";
import { IconButton } from "./icon-button";

const loadMenuBody = () => import("./menu-body");
const MenuBody = lazy(loadMenuBody);

export type MenuItem = {
  label: string;
  onSelect: () => void;
  icon?: ReactNode;
  danger?: boolean;
  disabled?: boolean;
};

type MenuProps = { label: string; items: MenuItem[]; icon?: ReactNode; className?: string };

/**
 * A button with a menu. What the menu is made of is loaded when someone comes near the button, and the button itself
 * stays the same element, so that the focus is never lost.
 */
export function Menu({ label, items, icon, className }: MenuProps) {
  const button = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(false);

  return (
    <span className={cx("inline-flex", className)}>
      <span className="relative inline-flex">
        <IconButton
          ref={button}
          size="sm"
          label={label}
          aria-haspopup="menu"
          aria-expanded={open}
          onPointerEnter={loadMenuBody}
          onFocus={loadMenuBody}
          onClick={() => setOpen(true)}
          onKeyDown={(event) => {
            if (event.key === "ArrowDown") {
              event.preventDefault();
              setOpen(true);
            }
          }}
          icon={icon ?? <Ellipsis aria-hidden="true" className="size-4" />}
        />
        {open && (
          <Suspense fallback={null}>
            <MenuBody
              label={label}
              items={items}
              onClose={() => setOpen(false)}
              focusBack={() => button.current?.focus()}
            />
          </Suspense>
        )}
      </span>
    </span>
  );
}
