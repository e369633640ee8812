/** First match wins, so the narrower prefix stands before the wider one. */
const openaiFamilies: ReadonlyArray<readonly [prefix: RegExp, tokens: number]> = [
  [/^gpt-\d(\.\d)?-chat/, 128_000],
  [/^gpt-[56]/, 400_000],
  [/^gpt-4\.1/, 1_047_576],
  [/^gpt-4o/, 128_000],
  [/^gpt-4-turbo/, 128_000],
  [/^gpt-4/, 8_192],
  [/^gpt-3\.5/, 16_385],
  [/^o[134]/, 200_000],
];

/** How much the model can read. Too low only shortens early; too high is an overflow, so guesses are low. */
export function contextTokens(modelId: string, unknown: number): number {
  const id = modelId.replace(/^openai\//, "");
  return openaiFamilies.find(([prefix]) => prefix.test(id))?.[1] ?? unknown;
}
