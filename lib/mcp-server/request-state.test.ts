import { expect, test } from "vitest";
import { type AskedState, createRequestStates } from "./request-state.ts";

const asked: AskedState = {
  principalId: "owner",
  callId: "call-1",
  tool: "write_file",
  argumentsDigest: "sha256:0",
  expiresAt: 1000,
};

const states = createRequestStates("one secret");

test("opens what this installation signed, on any instance", () => {
  expect(createRequestStates("one secret").open(states.sign(asked))).toEqual(asked);
});

test("opens nothing of another installation", () => {
  expect(createRequestStates("another secret").open(states.sign(asked))).toBeNull();
});

test.each([
  ["nothing", () => ""],
  ["no signature", (state: string) => state.slice(0, state.lastIndexOf("."))],
  ["an empty signature", (state: string) => state.slice(0, state.lastIndexOf(".") + 1)],
  ["something after the signature", (state: string) => `${state}!`],
  ["another part", (state: string) => `${state}.x`],
  ["another version", (state: string) => state.replace("v1.", "v2.")],
  [
    "another body",
    (state: string) => {
      const body = Buffer.from(JSON.stringify({ ...asked, callId: "call-2" })).toString("base64url");
      return `v1.${body}.${state.split(".")[2]}`;
    },
  ],
])("opens no state with %s", (_what, change) => {
  expect(states.open(change(states.sign(asked)))).toBeNull();
});
