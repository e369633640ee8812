/** In a chat, where the run goes on: the list follows its end from there. Elsewhere nothing moves. */
export function showEnd(): void {
  const list = document.querySelector("[data-follows-end]");
  list?.scrollTo({ top: list.scrollHeight });
}

export const endLeft = "countersign-end-left";

/** The reader is led elsewhere: a list that follows its end must not take them back. */
export function leaveEnd(list: HTMLElement): void {
  list.dispatchEvent(new Event(endLeft));
}
