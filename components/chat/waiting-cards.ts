/** The cards of the list that wait for an answer. */
export function waitingCards(list: HTMLElement): HTMLElement[] {
  const headings = [...list.querySelectorAll("[data-approval-heading][data-pending]")];
  return headings.flatMap((heading) => heading.closest<HTMLElement>("[data-approval-card]") ?? []);
}

/** What the bar of its step takes above a card. One that sticks to the top is drawn over those further down, too. */
export function barAbove(card: HTMLElement): number {
  const bar = card.parentElement?.querySelector(":scope > [data-batch-bar]");
  if (!bar) return 0;
  const covers = bar === card.previousElementSibling || getComputedStyle(bar).position === "sticky";
  return covers ? bar.getBoundingClientRect().height : 0;
}
