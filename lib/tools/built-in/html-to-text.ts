const hidden = new Set(["script", "style", "noscript", "template", "svg"]);
const inline = new Set(
  "a abbr b bdi bdo cite code em i kbd label mark q s samp small span strong sub sup time u var".split(" "),
);
const entities = new Map([
  ["amp", "&"],
  ["lt", "<"],
  ["gt", ">"],
  ["quot", '"'],
  ["apos", "'"],
  ["nbsp", " "],
]);

/** The words of a page without its markup. One pass, so that no page can make it slow. */
export function htmlToText(html: string): string {
  // Only ASCII: lower case of other letters can have another length, and positions would shift.
  const lower = html.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
  let text = "";
  let position = 0;
  while (position < html.length) {
    const open = html.indexOf("<", position);
    if (open === -1) return tidy(text + html.slice(position));
    text += html.slice(position, open);
    const name = /^\/?([a-z][a-z0-9-]*)/.exec(lower.slice(open + 1, open + 40))?.[0];
    if (name === undefined && !lower.startsWith("<!", open) && !lower.startsWith("<?", open)) {
      text += "<";
      position = open + 1;
      continue;
    }
    const end = endOfMarkup(lower, open, name);
    if (end === -1) break;
    if (name !== undefined && !inline.has(name.replace("/", ""))) text += "\n";
    position = end;
  }
  return tidy(text);
}

function endOfMarkup(lower: string, open: number, name: string | undefined): number {
  if (lower.startsWith("<!--", open)) return after(lower, "-->", open);
  if (name !== undefined && hidden.has(name)) {
    const close = lower.indexOf(`</${name}`, open);
    return close === -1 ? -1 : after(lower, ">", close);
  }
  return after(lower, ">", open);
}

function after(text: string, end: string, from: number): number {
  const at = text.indexOf(end, from);
  return at === -1 ? -1 : at + end.length;
}

function tidy(text: string): string {
  return text
    .replace(/&(#x[0-9a-f]{1,6}|#[0-9]{1,7}|[a-z]{2,6});/gi, decodeEntity)
    .split("\n")
    .map((line) => line.replace(/\s+/g, " ").trim())
    .filter((line) => line !== "")
    .join("\n");
}

function decodeEntity(whole: string, name: string): string {
  if (!name.startsWith("#")) return entities.get(name.toLowerCase()) ?? whole;
  const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number.parseInt(name.slice(1), 10);
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code).toWellFormed() : whole;
}
