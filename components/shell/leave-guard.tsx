"use client";

import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useState } from "react";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { leavingLink } from "./leaving-link";

type Guard = {
  /** Something unsaved stands on the page, until the answer is called. */
  hold: () => () => void;
  /** Goes at once where nothing is lost by it, and asks first where something is. */
  leave: (go: () => void) => void;
};

const GuardContext = createContext<Guard>({ hold: () => () => {}, leave: (go) => go() });

export function LeaveGuardProvider({ children }: { children: ReactNode }) {
  const [asked, setAsked] = useState<{ go: () => void } | null>(null);
  const guard = useMemo<Guard>(() => {
    let held = 0;
    return {
      hold: () => {
        held += 1;
        return () => {
          held -= 1;
          // Saved meanwhile: there is nothing left to ask about.
          if (held === 0) setAsked(null);
        };
      },
      leave: (go) => (held > 0 ? setAsked({ go }) : go()),
    };
  }, []);
  const stay = () => setAsked(null);
  return (
    <GuardContext value={guard}>
      {children}
      <Dialog
        open={asked !== null}
        role="alertdialog"
        onOpenChange={(open) => !open && stay()}
        title="Leave without saving?"
        description="What you changed on this page is not saved."
        footer={
          <>
            <Button onClick={stay}>Stay</Button>
            <Button
              variant="danger"
              onClick={() => {
                stay();
                asked?.go();
              }}
            >
              Discard changes
            </Button>
          </>
        }
      />
    </GuardContext>
  );
}

export function useLeave(): Guard["leave"] {
  return useContext(GuardContext).leave;
}

/** While something is unsaved, asks before a link, the way back, a reload or the closing of the tab throws it away. */
export function useUnsaved(unsaved: boolean): void {
  const { hold, leave } = useContext(GuardContext);
  const guard = useCallback(() => {
    const release = hold();
    const over = new AbortController();
    const { signal } = over;
    let leaving = false;
    const ask = (event: Event, go: () => void) => {
      event.preventDefault();
      event.stopPropagation();
      leave(() => {
        leaving = true;
        go();
      });
    };
    addEventListener("beforeunload", (event) => event.preventDefault(), { signal });
    // On its way down, before the router has it.
    addEventListener(
      "click",
      (event) => {
        const link = leaving ? null : leavingLink(event);
        if (link) ask(event, () => link.click());
      },
      { signal, capture: true },
    );
    const onNavigate = (event: NavigateEvent) => {
      const { key, sameDocument } = event.destination;
      const back = event.navigationType === "traverse" && sameDocument && event.cancelable;
      if (back && !leaving) ask(event, () => void navigation.traverseTo(key));
    };
    if ("navigation" in window) navigation.addEventListener("navigate", onNavigate, { signal });
    return () => {
      over.abort();
      release();
    };
  }, [hold, leave]);
  useEffect(() => (unsaved ? guard() : undefined), [unsaved, guard]);
}
