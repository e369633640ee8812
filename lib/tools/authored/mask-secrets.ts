/** A shorter value stands in ordinary text by chance: masking it would hide that text and tell where the value is. */
export const shortestMasked = 4;

type Secrets = Readonly<Record<string, string>>;
type Spelling = { text: string; name: string };
type Found = { start: number; end: number; name: string };

/** Hides the exact values of secrets, worked out once for all that is to be masked by it. */
export type Mask = {
  text(text: string): string;
  /** The beginning of a text. What lies across its end is hidden whole: cut before or after, a part of it would stay. */
  beginning(text: string, length: number): string;
  /** The same in every text of a JSON value, names included; a number that shows a value becomes a masked text. */
  value(value: unknown): unknown;
  /** Whether anything of a JSON value would be hidden, or may be. */
  mayHide(value: unknown): boolean;
};

/**
 * Replaces the values by `[secret NAME]`: as they are, and as they look inside a JSON text, once or twice over. Where
 * values overlap, all of what they cover is replaced, under the name of the longest.
 */
export function createMask(secrets: Secrets): Mask {
  const all = Object.entries(secrets)
    .flatMap(([name, value]) => spellings(value).map((text) => ({ text, name })))
    .sort((one, other) => one.text.length - other.text.length);
  const inNumbers = all.filter(({ text }) => /^[-+.\de]+$/i.test(text));
  const mayHide = (value: unknown): boolean => {
    const json = all.length === 0 ? undefined : JSON.stringify(value);
    return json !== undefined && all.some(({ text }) => json.includes(escaped(text)));
  };
  const walk = (value: unknown): unknown => {
    if (typeof value === "string") return hide(value, all);
    if (typeof value === "number") {
      const masked = hide(String(value), inNumbers);
      return masked === String(value) ? value : masked;
    }
    if (Array.isArray(value)) return value.map(walk);
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [hide(key, all), walk(item)]));
  };
  return {
    text: (text) => hide(text, all),
    beginning: (text, length) => hide(text, all, length),
    // Most values hold no secret, and to look through a large one leaf by leaf would hold up everyone else.
    value: (value) => (mayHide(value) ? walk(value) : value),
    mayHide,
  };
}

export const maskSecrets = (text: string, secrets: Secrets): string => createMask(secrets).text(text);

function hide(text: string, byLength: readonly Spelling[], length: number = text.length): string {
  const found: Found[] = [];
  for (const spelling of byLength) {
    if (spelling.text.length > text.length) break;
    for (const occurrence of occurrences(text, spelling)) found.push(occurrence);
  }
  if (found.length === 0) return text.slice(0, length);
  found.sort((left, right) => left.start - right.start || right.end - left.end);
  let masked = "";
  let end = 0;
  for (const { start, end: until, name } of merged(found)) {
    if (start >= length) break;
    masked += `${text.slice(end, start)}[secret ${name}]`;
    end = until;
  }
  return masked + text.slice(end, Math.max(end, length));
}

const escaped = (text: string): string => JSON.stringify(text).slice(1, -1);

function spellings(value: string): string[] {
  if (value.length < shortestMasked) return [];
  const once = escaped(value);
  return [...new Set([value, once, escaped(once)])];
}

function* occurrences(text: string, { text: wanted, name }: Spelling): Generator<Found> {
  for (let start = text.indexOf(wanted); start !== -1; start = text.indexOf(wanted, start + wanted.length)) {
    yield { start, end: start + wanted.length, name };
  }
}

function merged(sorted: readonly Found[]): Found[] {
  const regions: Found[] = [];
  let longest = 0;
  for (const each of sorted) {
    const region = regions.at(-1);
    if (region !== undefined && each.start < region.end) {
      if (each.end - each.start > longest) {
        region.name = each.name;
        longest = each.end - each.start;
      }
      region.end = Math.max(region.end, each.end);
    } else {
      regions.push({ ...each });
      longest = each.end - each.start;
    }
  }
  return regions;
}
