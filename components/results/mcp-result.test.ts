import { expect, test } from "vitest";
import { isMcpResult, linkAddress, pictureAddress } from "./mcp-result";

test("only what has the shape of a server's result is taken for one", () => {
  expect(isMcpResult({ isError: false, content: [{ type: "text", text: "x" }] })).toBe(true);
  expect(isMcpResult({ isError: false, content: [] })).toBe(true);
  expect(isMcpResult({ content: [{ type: "text", text: "x" }] })).toBe(true);
  expect(isMcpResult({ text: "x" })).toBe(false);
  expect(isMcpResult({ isError: false, content: [{ type: "script" }] })).toBe(false);
  expect(isMcpResult({ isError: false, content: "x" })).toBe(false);
  expect(isMcpResult("text")).toBe(false);
});

test("a picture that could carry a script is none", () => {
  expect(pictureAddress("image/png", "iVBO\nRw0=")).toBe("data:image/png;base64,iVBORw0=");
  expect(pictureAddress("image/svg+xml", "PHN2Zz4=")).toBeNull();
  expect(pictureAddress("text/html", "PHN2Zz4=")).toBeNull();
  expect(pictureAddress("image/png", '"><b>')).toBeNull();
});

test("only an address of a page is a link", () => {
  expect(linkAddress("https://example.com/a")).toBe("https://example.com/a");
  expect(linkAddress("javascript:alert(1)")).toBeNull();
  expect(linkAddress("file:///etc/passwd")).toBeNull();
  expect(linkAddress("https://example.com/ a")).toBeNull();
});
