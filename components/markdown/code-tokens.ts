export type TokenKind = "comment" | "string" | "number" | "keyword" | "name" | "plain";
export type Token = { kind: TokenKind; text: string };

const words =
  "abstract and as async await begin break case catch class const continue def default defer del delete do done echo elif else end enum esac except export extends false fi final finally fn for from func function go if impl implements import in instanceof interface is lambda let local loop match mod module mut new nil none not null of or package pass private protected pub public raise readonly return select self set static struct super switch then this throw trait true try type typeof undefined unless until use using var void when where while with yield";
const sqlWords =
  "add alter and as asc between by case create cross delete desc distinct drop else end exists from full group having in index inner insert into is join key left like limit not null offset on or order outer primary references returning right select set table then union unique update values when where with";

const hashComments = new Set([
  "py",
  "python",
  "sh",
  "bash",
  "shell",
  "zsh",
  "rb",
  "ruby",
  "yaml",
  "yml",
  "toml",
  "r",
]);
const plainTexts = new Set(["", "text", "txt", "plain", "csv", "md", "markdown", "diff"]);
const noKeywords = new Set(["json", "jsonc", "html", "xml"]);

function grammar(language: string): { pattern: RegExp; keywords: Set<string> } {
  const hash = hashComments.has(language) || language === "dockerfile" || language === "makefile";
  const sql = language === "sql";
  const markup = language === "html" || language === "xml" || language === "svg";
  const comment = markup
    ? "<!--[\\s\\S]*?-->"
    : hash
      ? "(?<=^|\\s)#.*"
      : sql
        ? "--.*|\\/\\*[\\s\\S]*?\\*\\/"
        : "\\/\\/.*|\\/\\*[\\s\\S]*?\\*\\/";
  const quote = hash ? '"""[\\s\\S]*?"""|' : "";
  const string = `${quote}"(?:\\\\.|[^"\\\\\\n])*"|'(?:\\\\.|[^'\\\\\\n])*'|\`(?:\\\\.|[^\`\\\\])*\``;
  const name = markup ? "<\\/?[\\w:-]+|\\/?>" : "[A-Za-z_$][\\w$]*(?=\\s*\\()";
  return {
    pattern: new RegExp(
      `(?<comment>${comment})|(?<string>${string})|(?<number>\\b\\d[\\w.]*\\b)|(?<name>${name})|(?<word>[A-Za-z_$][\\w$]*)`,
      "gm",
    ),
    keywords: noKeywords.has(language)
      ? new Set(["true", "false", "null"])
      : new Set((sql ? sqlWords : words).split(" ")),
  };
}

/** Enough of most languages' common ground to read code by: comments, texts, numbers, key words, what is called. */
export function codeTokens(code: string, language: string): Token[] {
  if (plainTexts.has(language)) return [{ kind: "plain", text: code }];
  const { pattern, keywords } = grammar(language);
  const tokens: Token[] = [];
  let end = 0;
  for (const match of code.matchAll(pattern)) {
    const { comment, string, number, name } = match.groups ?? {};
    const isKeyword = keywords.has(language === "sql" ? match[0].toLowerCase() : match[0]);
    const kind: TokenKind = comment
      ? "comment"
      : string
        ? "string"
        : number
          ? "number"
          : isKeyword
            ? "keyword"
            : name
              ? "name"
              : "plain";
    if (kind === "plain") continue;
    if (match.index > end) tokens.push({ kind: "plain", text: code.slice(end, match.index) });
    tokens.push({ kind, text: match[0] });
    end = match.index + match[0].length;
  }
  if (end < code.length) tokens.push({ kind: "plain", text: code.slice(end) });
  return tokens;
}
