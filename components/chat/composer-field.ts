/** Where the focus goes on to when what was used is gone. Not by touch: the keyboard would cover half the screen. */
export function composerField(): HTMLElement | null {
  if (!matchMedia("(pointer: fine)").matches) return null;
  return document.querySelector<HTMLElement>("[data-composer]");
}
