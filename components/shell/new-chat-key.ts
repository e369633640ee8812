type Keys = Pick<KeyboardEvent, "key" | "metaKey" | "ctrlKey" | "shiftKey" | "altKey" | "defaultPrevented">;

/** ⌘K on Apple's keyboards, where Ctrl K deletes to the end of the line, and Ctrl K on others; nobody else's key. */
export function isNewChatKey(event: Keys, apple: boolean): boolean {
  const { key, metaKey, ctrlKey, shiftKey, altKey, defaultPrevented } = event;
  const modified = apple ? metaKey && !ctrlKey : ctrlKey && !metaKey;
  return modified && !shiftKey && !altKey && !defaultPrevented && key.toLowerCase() === "k";
}

export const isApple = (): boolean => /Mac|iPhone|iPad/.test(navigator.platform);
