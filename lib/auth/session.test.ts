import { expect, test } from "vitest";
import { createSessions } from "./session.ts";

const sessions = createSessions("the-token", "a secret of at least thirty-two characters");
const cookieOf = (setCookie: string | null) => setCookie?.split(";")[0] ?? "";

test("the right key opens a session that its cookie proves", () => {
  const cookie = sessions.open("the-token");
  expect(cookie).toMatch(/; HttpOnly; SameSite=Strict; Path=\//);
  expect(sessions.identify({ cookie: `other=1; ${cookieOf(cookie)}` })).toMatchObject({ by: "cookie" });
});

test("another key opens nothing", () => {
  expect(sessions.open("the-tokem")).toBeNull();
  expect(sessions.open("")).toBeNull();
});

test("the token identifies a script, and a wrong one is not rescued by a cookie", () => {
  const cookie = cookieOf(sessions.open("the-token"));
  expect(sessions.identify({ authorization: "Bearer the-token" })).toMatchObject({ by: "token" });
  expect(sessions.identify({ authorization: "Bearer wrong", cookie })).toBeNull();
});

test("a cookie that was changed, made up or signed elsewhere is nobody's", () => {
  const value = cookieOf(sessions.open("the-token")).split("=")[1] ?? "";
  const [issuedAt, signature] = value.split(".");
  const other = createSessions("the-token", "another secret of thirty-two characters!");
  for (const forged of [
    `countersign_session=${Number(issuedAt) + 1}.${signature}`,
    `countersign_session=${issuedAt}.`,
    `countersign_session=${value}.more`,
    "countersign_session=",
    cookieOf(other.open("the-token")),
  ]) {
    expect(sessions.identify({ cookie: forged })).toBeNull();
  }
});

test("an instance with the same secret and another token knows the cookie", () => {
  const second = createSessions("its-own-token", "a secret of at least thirty-two characters");
  expect(second.identify({ cookie: cookieOf(sessions.open("the-token")) })).not.toBeNull();
});
