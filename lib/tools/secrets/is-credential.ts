/** Cut where signs, digits or a change of case do: an `AUTHOR` is no `AUTH`. */
const wordsOf = (name: string): string[] =>
  name
    .replace(/(\p{Ll})(?=\p{Lu})/gu, "$1 ")
    .toLowerCase()
    .split(/[^a-z]+/);

/** Nothing else has these in its name; `MAX_TOKENS` is a number of them. */
const unmistakable =
  /secret|passw|passphrase|mnemonic|recovery|credential|cookie|bearer|signature|jwt|authenti|authori[sz]|token(?!s$|iz)/;
/** Run together with others these stand at the end: `APIKEY`, `OAUTH`, `SEEDPHRASE`. */
const atTheEnd = /(auth|keys?|pass|pwd?|creds|session|sessionid|sessid|dsn|phrase|licen[cs]e)$/;
const alone = /^(pat|pin|t?otp|seed)$/;

/** As short as this, and named for something else, it is a setting: `info`, `8080`, `en_US`. */
const shortestUnnamed = 8;
/** A key is made of more of them: `gpt-4o-mini` and `/home/user1` are not. */
const mostMixed = 2;

/**
 * Whether the value of a header or of an environment is to be masked as a secret. What is masked disappears from every
 * tool's results, and a card that hides what a call is about cannot be judged: a setting such as `LOG_LEVEL=info` or
 * `ROOT=/home/ada` must stay readable. So it is one where its name says so, and otherwise unless it is plain words:
 * a key is made of more than those.
 */
export const isCredential = (name: string, value: string): boolean =>
  wordsOf(name).some((word) => [unmistakable, atTheEnd, alone].some((words) => words.test(word))) ||
  (value.length >= shortestUnnamed && !isPlain(value));

/**
 * Words and short numbers, as paths, addresses and settings are made of them. The host of an address is no secret; who
 * asks, and what it asks for there, may be.
 */
function isPlain(value: string): boolean {
  const [, path = value] = /^(?:https?|wss?):\/\/[\w.:[\]-]+(\/.*|)$/i.exec(value) ?? [];
  const odd = path.split(/[\s._,:;=+/\\-]+/).filter((part) => !isWord(part));
  return odd.length <= mostMixed && odd.every(isMixed);
}

const isWord = (part: string): boolean => /^(\d{0,5}|\p{Lu}?\p{Ll}{1,15}|\p{Lu}{1,15})$/u.test(part);

/** A short word with a number: `v2`, `user1`, `4o`. */
const isMixed = (part: string): boolean => /^(\p{Ll}{1,5}\d{1,2}|\d{1,2}\p{Ll}{1,2})$/u.test(part);
