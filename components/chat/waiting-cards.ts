/** The cards of the list that wait for an answer. */
export function waitingCards(list: HTMLElement): HTMLElement[] {
  const headings = [...list.querySelectorAll("[data-approval-heading][data-pending]")];
  return headings.flatMap((heading) => heading.closest<HTMLElement>("[data-approval-card]") ?? []);
}

/** Where the reading of a card begins: at the bar of its step, where it stands right above. */
export function beginningOf(card: HTMLElement): Element {
  const before = card.previousElementSibling;
  return before?.hasAttribute("data-batch-bar") ? before : card;
}
