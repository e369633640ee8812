import { expect, test } from "vitest";
import { readMessages } from "./statement-counter.ts";

const message = (type: string, ...texts: string[]): Buffer => {
  const body = Buffer.from(texts.map((text) => `${text}\0`).join(""));
  const head = Buffer.alloc(type.length + 4);
  head.write(type);
  head.writeInt32BE(body.length + 4, type.length);
  return Buffer.concat([head, body]);
};

const conversation = Buffer.concat([
  message("", "user", "postgres"),
  message("P", "s1", "select $1"),
  message("B", "", "s1"),
  message("E", ""),
  message("Q", "begin"),
  message("B", "", "s1"),
  message("E", ""),
  message("S"),
  message("Q", "commit"),
]);

test("counts simple queries and executions of prepared statements, not their preparation", () => {
  const statements: string[] = [];
  readMessages((text) => statements.push(text))(conversation);
  expect(statements).toEqual(["select $1", "begin", "select $1", "commit"]);
});

test("however the bytes are cut", () => {
  const statements: string[] = [];
  const read = readMessages((text) => statements.push(text));
  for (const byte of conversation) read(Buffer.from([byte]));
  expect(statements).toEqual(["select $1", "begin", "select $1", "commit"]);
});
