import { expect, it } from "vitest";
import { createSeal } from "../../auth/seal.ts";
import { namedCredentials } from "./named-credentials.ts";
import { closeCredentials } from "./server-row.ts";

it("names the credentials of a server, and leaves its settings readable", () => {
  const seal = createSeal("a secret of the tests");
  const sealed = closeCredentials(seal, "id", {
    headers: { Authorization: "Bearer of-theirs", "accept-language": "en" },
    env: { LOG_LEVEL: "info", NODE_ENV: "production", API_KEY: "theirs" },
    signIn: { tokens: { access_token: "access", refresh_token: "again", token_type: "Bearer" } },
  });
  expect(namedCredentials(seal, { id: "id", name: "every", sealed })).toEqual([
    ["every Authorization", "of-theirs"],
    ["every API_KEY", "theirs"],
    ["every sign-in", "access"],
    ["every refresh", "again"],
  ]);
});
