import { expect, it } from "vitest";
import { isAllowedHost, parseHost } from "./allowed-host.ts";

it.each([
  ["https://api.example.com/a", "api.example.com", true],
  ["http://api.example.com/a", "api.example.com", true],
  ["https://API.Example.com./", "api.EXAMPLE.com", true],
  ["https://api.example.com:443/", "api.example.com:443", true],
  ["https://api.example.com:8443/", "api.example.com:8443", true],
  ["https://münchen.example/", "münchen.example", true],
  ["https://münchen.example/", "xn--mnchen-3ya.example", true],
  ["https://a.example.com/", "*.example.com", true],
  ["https://a.b.example.com/", "*.example.com", true],
  ["https://[2606:4700:4700::1111]/", "[2606:4700:4700::1111]", true],
  ["https://example.com/", "*.example.com", false],
  ["https://evilexample.com/", "*.example.com", false],
  ["https://example.com.evil.test/", "example.com", false],
  ["https://api.example.com:8443/", "api.example.com", false],
  ["http://api.example.com/", "api.example.com:443", false],
  ["https://api.example.com/", "*", false],
  ["https://api.example.com/", "", false],
])("%s by %s: %s", (url, host, allowed) => {
  expect(isAllowedHost(new URL(url), [host])).toBe(allowed);
});

it.each([
  "",
  "*",
  "*.com",
  "*.8.8.8.8",
  "a.*.com",
  "**.example.com",
  "https://example.com",
  "example.com/path",
  "user@example.com",
  "example.com:0",
  "example.com:65536",
  "example.com:",
  "exa mple.com",
  "a:b:c",
  "[::1",
])("%j is no host", (text) => {
  expect(parseHost(text)).toBeNull();
});
