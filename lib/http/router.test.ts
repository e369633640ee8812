import { expect, test } from "vitest";
import { defineRoute } from "./route.ts";
import { createRouter } from "./router.ts";

const route = (method: "GET" | "POST", path: string) =>
  defineRoute({ method, path, summary: "", answers: {}, handle: async () => ({ status: 200 }) });

const many = route("POST", "/approvals/decisions");
const one = route("GET", "/approvals/{id}");
const decision = route("POST", "/approvals/{id}/decision");
const find = createRouter([one, many, decision]);

test("a literal segment goes before a parameter", () => {
  expect(find("POST", "/approvals/decisions")).toEqual({ route: many, parameters: {} });
  expect(find("POST", "/approvals/abc/decision")).toEqual({ route: decision, parameters: { id: "abc" } });
});

test("a parameter is decoded, and may hold what only looks like a path", () => {
  expect(find("GET", "/approvals/a%2Fb%20c")).toEqual({ route: one, parameters: { id: "a/b c" } });
});

test.each([
  "/approvals",
  "/approvals/",
  "/approvals//decision",
  "/approvals/a/b",
  "/approvals/%ff",
  "/approvals/%00",
  "",
])("nothing is at %j", (path) => {
  expect(find("GET", path)).toBeNull();
});

test("a path that is there for another method says so", () => {
  expect(find("DELETE", "/approvals/abc")).toBe("no-method");
});

test("names of every object are no routes", () => {
  expect(find("GET", "/constructor")).toBeNull();
  expect(find("GET", "/__proto__")).toBeNull();
});
