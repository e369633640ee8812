"use client";

import * as RadixMenu from "radix-ui/dropdown-menu";
import { useRef } from "react";
import { cx } from "./cx";
import type { MenuItem } from "./menu";

type MenuBodyProps = { label: string; items: MenuItem[]; onClose: () => void; focusBack: () => void };

export default function MenuBody({ label, items, onClose, focusBack }: MenuBodyProps) {
  // Done when the focus is back at the button: what opens then knows where to return it.
  const chosen = useRef<(() => void) | null>(null);
  return (
    <RadixMenu.Root open onOpenChange={(open) => !open && onClose()}>
      <RadixMenu.Trigger asChild>
        <span aria-hidden="true" tabIndex={-1} className="pointer-events-none absolute inset-0" />
      </RadixMenu.Trigger>
      <RadixMenu.Portal>
        <RadixMenu.Content
          aria-label={label}
          aria-labelledby={undefined}
          align="end"
          sideOffset={4}
          collisionPadding={8}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            focusBack();
            chosen.current?.();
          }}
          className="z-50 min-w-40 animate-appear rounded-lg border border-line bg-card p-1 shadow-overlay"
        >
          {items.map((item) => (
            <RadixMenu.Item
              key={item.label}
              disabled={item.disabled}
              onSelect={() => {
                chosen.current = item.onSelect;
              }}
              className={cx(
                "flex cursor-pointer select-none items-center gap-2.5 rounded-md px-2.5 py-1.5 text-base outline-none",
                "data-[highlighted]:bg-hover data-[disabled]:opacity-55",
                item.danger ? "text-red" : "text-fg",
              )}
            >
              {item.icon}
              {item.label}
            </RadixMenu.Item>
          ))}
        </RadixMenu.Content>
      </RadixMenu.Portal>
    </RadixMenu.Root>
  );
}
