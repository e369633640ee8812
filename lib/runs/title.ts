const longest = 60;

/** A conversation's automatic title: the first line of its first message, cut at a word. */
export function titleFrom(text: string): string {
  const line = text.trim().split("\n")[0]?.replace(/\s+/g, " ").trim() ?? "";
  if (line === "") return "New chat";
  const characters = [...line];
  if (characters.length <= longest) return line;
  const cut = characters.slice(0, longest).join("");
  const atWord = cut.lastIndexOf(" ");
  return `${atWord > longest / 2 ? cut.slice(0, atWord) : cut}…`;
}
