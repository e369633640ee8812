import { expect, test } from "vitest";
import { owner } from "../auth/principal.ts";
import { channelOf } from "./channel-of.ts";

const host = "127.0.0.1:3000";
const inbox = `http://${host}/approvals`;

test.each([
  ["inbox", inbox],
  ["inbox", `${inbox}?status=pending`],
  ["inbox", `${inbox}/some-id`],
  ["chat", `http://${host}/c/some-id`],
  ["chat", `http://${host}/c/approvals`],
  ["chat", `http://${host}/approvals-of-mine`],
  ["chat", "https://example.com/approvals"],
  ["chat", "not an address"],
  ["chat", undefined],
])("a browser decides in the %s on %s", (channel, referer) => {
  expect(channelOf({ principal: owner, by: "cookie" }, { host, referer })).toBe(channel);
});

test("a script decides over the API, whatever it says of pages", () => {
  expect(channelOf({ principal: owner, by: "token" }, { host, referer: inbox })).toBe("api");
  expect(channelOf(null, { host, referer: inbox })).toBe("api");
});
