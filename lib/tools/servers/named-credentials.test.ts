import { expect, it } from "vitest";
import { createSeal } from "../../auth/seal.ts";
import { namedCredentials } from "./named-credentials.ts";
import { closeCredentials } from "./server-row.ts";

it("names the credentials of a server, and leaves its settings readable", () => {
  const seal = createSeal("a secret of the tests");
  const sealed = closeCredentials(seal, "id", {
    headers: {
      Authorization: "Bearer of-theirs",
      "Proxy-Authorization": "Basic YWRhOnBhc3M6d29yZA==",
      "accept-language": "en",
    },
    env: { LOG_LEVEL: "info", NODE_ENV: "production", API_KEY: "theirs" },
    signIn: {
      tokens: { access_token: "access", refresh_token: "again", token_type: "Bearer" },
      tokensClient: { client_id: "us", client_secret: "between us" },
      clients: [
        { redirectUrl: "http://127.0.0.1:1/", client: { client_id: "us", client_secret: "between us" } },
        { redirectUrl: "http://127.0.0.1:2/", client: { client_id: "also us", client_secret: "another" } },
      ],
    },
  });
  expect(namedCredentials(seal, { id: "id", name: "every", sealed })).toEqual([
    ["every Authorization", "of-theirs"],
    ["every Proxy-Authorization", "YWRhOnBhc3M6d29yZA=="],
    ["every Proxy-Authorization user and password", "ada:pass:word"],
    ["every Proxy-Authorization password", "pass:word"],
    ["every API_KEY", "theirs"],
    ["every sign-in", "access"],
    ["every refresh", "again"],
    ["every client secret", "between us"],
    ["every client secret 2", "another"],
  ]);
});

it("does not take a short password for more than a word where it stands alone", () => {
  const seal = createSeal("a secret of the tests");
  const encoded = Buffer.from("ada:test").toString("base64");
  const sealed = closeCredentials(seal, "id", { headers: { Authorization: `Basic ${encoded}` } });
  expect(namedCredentials(seal, { id: "id", name: "one", sealed })).toEqual([
    ["one Authorization", encoded],
    ["one Authorization user and password", "ada:test"],
  ]);
});
