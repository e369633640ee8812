/** The cards of the list that wait for an answer. */
export function waitingCards(list: HTMLElement): HTMLElement[] {
  const headings = [...list.querySelectorAll("[data-approval-heading][data-pending]")];
  return headings.flatMap((heading) => heading.closest<HTMLElement>("[data-approval-card]") ?? []);
}

/** What the bar of its step takes above a card. The bar sticks to the top: where it is drawn is not where it belongs. */
export function barAbove(card: HTMLElement): number {
  const before = card.previousElementSibling;
  return before?.hasAttribute("data-batch-bar") ? before.getBoundingClientRect().height : 0;
}
