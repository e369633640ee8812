import { leaveEnd, showEnd } from "@/components/ui/list-end";

/** Where the focus goes on to when it was in what a decision took off the card. */
export function headingOf(id: string): HTMLElement | null {
  return document.querySelector<HTMLElement>(`[data-approval-heading="${CSS.escape(id)}"]`);
}

/**
 * After a decision: on to the next card that waits, else to the one just decided. Its heading, never its Approve. Whoever
 * went elsewhere while the answer was on its way, to write perhaps, is left there. With a `problem` the card says
 * something that is read before anything moves.
 */
export function focusNextCard(
  decidedId: string,
  { sentIds, problem }: { sentIds: readonly string[]; problem: boolean },
): void {
  const headings = [...document.querySelectorAll<HTMLElement>("[data-approval-heading]")];
  if (!isStillThere(headings, sentIds)) return;
  const here = headings.findIndex((heading) => heading.dataset.approvalHeading === decidedId);
  const waiting = (heading: HTMLElement) =>
    heading.dataset.pending !== undefined && heading.dataset.approvalHeading !== decidedId;
  const next = headings.slice(here + 1).find(waiting) ?? headings.find(waiting);
  const heading = next ?? headings[here];
  heading?.focus({ preventScroll: true });
  if (next) showCard(next);
  else if (!problem && heading && !endIsFar(heading)) showEnd();
}

/** At the end of its list a heading that is in view would be so no more. */
function endIsFar(heading: HTMLElement): boolean {
  const list = heading.closest("[data-message-scroller]");
  if (!list) return false;
  const above = heading.getBoundingClientRect().top - list.getBoundingClientRect().top;
  return above >= 0 && list.scrollHeight - list.clientHeight - list.scrollTop > above;
}

/** The focus is where the decision was made: on a card of those that were sent, on the bar, or lost with its button. */
function isStillThere(headings: HTMLElement[], sentIds: readonly string[]): boolean {
  const at = document.activeElement;
  if (!at || at === document.body) return true;
  if (sentIds.length > 1 && at.closest("[data-batch-buttons]")) return true;
  return headings.some(
    (heading) =>
      sentIds.includes(heading.dataset.approvalHeading ?? "") &&
      heading.closest("[data-approval-card]")?.contains(at),
  );
}

/** The whole card where it fits, else from its heading on: what is asked is read before it is answered. */
function showCard(heading: HTMLElement): void {
  const card = heading.closest<HTMLElement>("[data-approval-card]");
  const scroller = card?.closest<HTMLElement>("[data-message-scroller]");
  if (!card || !scroller || isWhollyShown(card, scroller)) return;
  leaveEnd(scroller);
  const fits = card.offsetHeight <= scroller.clientHeight;
  const still = window.matchMedia("(prefers-reduced-motion: reduce)").matches;
  card.scrollIntoView({ block: fits ? "nearest" : "start", behavior: still ? "auto" : "smooth" });
}

function isWhollyShown(card: HTMLElement, scroller: HTMLElement): boolean {
  const { top, bottom } = card.getBoundingClientRect();
  const list = scroller.getBoundingClientRect();
  const covered = Number.parseFloat(getComputedStyle(scroller).scrollPaddingTop) || 0;
  return top >= list.top + covered && bottom <= list.bottom;
}
