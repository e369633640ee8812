/** In a chat, where the run goes on: the list follows its end from there. Elsewhere nothing moves. */
export function showEnd(): void {
  const list = document.querySelector("[data-follows-end]");
  list?.scrollTo({ top: list.scrollHeight });
}
