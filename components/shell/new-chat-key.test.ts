import { expect, test } from "vitest";
import { isNewChatKey } from "./new-chat-key";

const press = (change: object) => ({
  key: "k",
  metaKey: false,
  ctrlKey: false,
  shiftKey: false,
  altKey: false,
  defaultPrevented: false,
  ...change,
});

test.each([
  [true, { metaKey: true }, true],
  [true, { ctrlKey: true }, false],
  [false, { ctrlKey: true }, true],
  [false, { ctrlKey: true, key: "K" }, true],
  [false, { metaKey: true }, false],
  [false, { ctrlKey: true, metaKey: true }, false],
  [false, { ctrlKey: true, shiftKey: true }, false],
  [false, { ctrlKey: true, altKey: true }, false],
  [false, { ctrlKey: true, defaultPrevented: true }, false],
  [false, { ctrlKey: true, key: "j" }, false],
])("on an Apple keyboard (%s) %j is the shortcut: %s", (apple, change, expected) => {
  expect(isNewChatKey(press(change), apple)).toBe(expected);
});
