import { expect, it } from "vitest";
import { isCredential } from "./is-credential.ts";

it.each([
  ["authorization", "short"],
  ["Cookie", "a=b"],
  ["x-api-key", "word"],
  ["GITHUB_TOKEN", "letmein"],
  ["DB_PASSWORD", "swordfish"],
  ["GH_PAT", "swordfish"],
  ["apiKey", "letmein"],
  ["APIKEY", "letmein"],
  ["PGPASSWORD", "swordfish"],
  ["OAUTH2_CLIENT", "swordfish"],
  ["API_KEYS", "one,two"],
  ["MNEMONIC", "legal winner thank year wave sausage worth useful legal winner thank yellow"],
  ["SEED_PHRASE", "legal winner thank year"],
  ["WALLET_SEED", "legal winner thank year"],
  ["SSH_PASSPHRASE", "correct horse"],
  ["LICENSE", "ABCD-EFGH-IJKL-MNOP"],
  ["licence", "ABCD-EFGH-IJKL-MNOP"],
  ["RECOVERY_CODE", "12345-67890"],
  ["OTP", "123456"],
  ["TOTP_CODE", "123456"],
  ["CARD_PIN", "1234"],
  ["ENDPOINT", "https://ada:swordfish@example.com/"],
  ["ENDPOINT", "https://ada@example.com/"],
  ["ENDPOINT", "https://example.com/?k=swordfish"],
  ["ENDPOINT", "https://example.com?k=swordfish"],
  ["X", "abc12-def34-ghi56"],
  ["DATABASE_URL", "postgres://ada:swordfish@localhost/db"],
  ["WEBHOOK", "https://hooks.example.com/T02ABCD/x9Yq"],
  ["X", "3f2a9c10-77aa-4d0e-9b1c-0a1b2c3d4e5f"],
  ["X", "aGVsbG93b3JsZGhlbGxvd29ybGQ"],
  ["X", "abcdefghijklmnopqrstuvwxyz"],
  ["X", "123456789012"],
])("%s: %s is masked", (name, value) => {
  expect(isCredential(name, value)).toBe(true);
});

it.each([
  ["LOG_LEVEL", "info"],
  ["NODE_ENV", "production"],
  ["LANG", "en_US.UTF-8"],
  ["ROOT", "/home/ada/Projects/notes"],
  ["API_URL", "https://api.example.com:8443/"],
  ["API_BASE_URL", "https://api.example.com/v2"],
  ["ENDPOINT", "https://d111abcdef8.example.com"],
  ["MODEL", "gpt-4o-mini"],
  ["ROOT", "/home/user1/projects"],
  ["MAX_TOKENS", "4096"],
  ["TOKENIZER", "plain"],
  ["GIT_AUTHOR_NAME", "Ada Lovelace"],
  ["KEYBOARD", "german"],
  ["accept-language", "de-CH, en"],
  ["x-tenant", "acme1"],
  ["EMPTY", ""],
])("%s: %s is a setting, and stays", (name, value) => {
  expect(isCredential(name, value)).toBe(false);
});
