import { expect, test } from "vitest";
import { ReturnedText, withoutSent, withReturned } from "./draft-text";

test("what was typed while a text was sent is left, and nothing of an edited one is cut", () => {
  expect(withoutSent("hello", "hello")).toBe("");
  expect(withoutSent("hello and more", "hello")).toBe("and more");
  expect(withoutSent("hello\n\nmore", "hello")).toBe("more");
  expect(withoutSent("well, hello", "hello")).toBe("well, hello");
  expect(withoutSent("", "hello")).toBe("");
});

test("a text that comes back stands before what was being written, and comes back once", () => {
  expect(withReturned("", "kept")).toBe("kept");
  expect(withReturned("begun", "kept")).toBe("kept\nbegun");
  expect(withReturned("kept\nbegun", "kept")).toBe("kept\nbegun");
  expect(withReturned("keptsake", "kept")).toBe("kept\nkeptsake");
});

function openDraft(draft: string) {
  const returned = new ReturnedText((change) => {
    draft = change(draft);
  });
  const write = (text: string) => {
    draft = text;
  };
  return { returned, read: () => draft, write };
}

test("a text that was put in is taken out again, and leaves the draft as it was", () => {
  for (const begun of ["", "begun", "keptsake"]) {
    const { returned, read } = openDraft(begun);
    returned.putIn("kept");
    // Its sending failed, and is tried again: it is there once, and still goes.
    returned.putIn("kept");
    returned.takeOut("kept");
    expect(read()).toBe(begun);
  }
});

test("nothing is taken out that was not put in", () => {
  for (const own of ["not before Friday", "no", "no\nmore"]) {
    const { returned, read } = openDraft(own);
    returned.takeOut("no");
    expect(read()).toBe(own);
  }
  const { returned, read } = openDraft("no\nmore");
  returned.putIn("no");
  returned.takeOut("no");
  expect(read()).toBe("no\nmore");
});

test("one that was edited meanwhile, or left to the person, stays whole", () => {
  const { returned, read, write } = openDraft("");
  returned.putIn("no");
  write("not before Friday");
  returned.takeOut("no");
  expect(read()).toBe("not before Friday");
  returned.putIn("yes");
  returned.leaveIn();
  returned.takeOut("yes");
  expect(read()).toBe("yes\nnot before Friday");
});
