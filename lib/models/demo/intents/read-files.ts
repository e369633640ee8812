import type { Intent } from "../intent.ts";
import { extractPaths, looksLikeFile } from "../paths.ts";
import { contentOf, filesOf, type ListedFile } from "../results.ts";
import { type AnsweredCall, act, field, say } from "../turn.ts";
import { bullets, fence, paragraphs, shorten } from "../wording.ts";

const readFiles: Intent = {
  name: "read files",
  pattern: /^(?:read|show|open|display|print|cat|view|see|look at|what(?:'s| is| does| are)|tell me what)\b/i,
  reply(match, turn) {
    const paths = extractPaths(match.input).filter(looksLikeFile);
    if (paths.length === 0) return null;
    const reads = turn.steps[0];
    if (reads) return say(paragraphs(...reads.map(showFile)));
    return act("", ...paths.map((path) => ({ tool: "read_file", input: { path } })));
  },
};

function showFile(call: AnsweredCall): string {
  const path = field(call, "path") ?? "";
  const content = contentOf(call);
  if (/^(?:\(The file is empty\.\))?$/.test(content.trim())) return `\`${path}\` is empty.`;
  return `This is \`${path}\`:\n\n${fence(shorten(content, 80), path.split(".").at(-1))}`;
}

const listFiles: Intent = {
  name: "list files",
  pattern:
    /^(?:(?:list|show|what|which|ls|give me|tell me)\b.*\b(?:files?|folders?|director(?:y|ies)|workspace|there)\b|(?:list|ls|dir)\b|what(?:'s| is| are)(?: there)? (?:in|inside|under)\b)/i,
  reply(match, turn) {
    const folder = folderOf(match.input);
    const [listing] = turn.steps[0] ?? [];
    if (!listing) return act("", { tool: "list_files", input: folder === "" ? {} : { path: folder } });
    return say(showListing(filesOf(listing, folder), folder));
  },
};

function folderOf(text: string): string {
  const named =
    extractPaths(text)[0] ??
    /\b(?:in|inside|under|of|ls|dir|list)\s+(?:the\s+|my\s+)?(?:folder\s+|directory\s+)?[`"'“]?([\w-]+)/i.exec(
      text,
    )?.[1] ??
    "";
  return /^(?:the|all|my|files?|workspace|folders?|director(?:y|ies)|here|there|it|everything)$/i.test(named)
    ? ""
    : named.replace(/\/+$/, "");
}

function showListing(files: ReadonlyArray<ListedFile>, folder: string): string {
  const where = folder === "" ? "the workspace" : `\`${folder}/\``;
  if (files.length === 0) return `There are no files in ${where}.`;
  const count = files.length === 1 ? "one file" : `${files.length} files`;
  const shown = files.slice(0, 50);
  const list = shown.every((file) => file.size === null)
    ? bullets(shown.map((file) => `\`${file.path}\``))
    : [
        "| file | bytes |",
        "| --- | ---: |",
        ...shown.map((file) => `| \`${file.path}\` | ${file.size ?? ""} |`),
      ].join("\n");
  const more = files.length > shown.length ? `… and ${files.length - shown.length} more.` : null;
  return paragraphs(`There is ${count} in ${where}:`.replace(/^There is (?!one)/, "There are "), list, more);
}

const summariseFiles: Intent = {
  name: "summarise",
  pattern:
    /^(?:summari[sz]e|sum up|give me (?:an? )?(?:summary|overview)|overview|tl;?dr|describe|explain|what is this)\b/i,
  reply(match, turn) {
    const path =
      extractPaths(match.input).find(looksLikeFile) ?? (/\breadme\b/i.test(match.input) ? "README.md" : null);
    const step = turn.steps[0];
    if (path !== null) {
      const [read] = step ?? [];
      return read
        ? say(summariseText(path, contentOf(read)))
        : act("", { tool: "read_file", input: { path } });
    }
    if (!/\b(?:workspace|folder|project|files|this|here)\b/i.test(match.input)) return null;
    const [listing, readme] = step ?? [];
    if (listing && readme) {
      return say(
        paragraphs(summariseText("README.md", contentOf(readme)), showListing(filesOf(listing, ""), "")),
      );
    }
    return act(
      "I look at the files and the README.",
      { tool: "list_files", input: {} },
      { tool: "read_file", input: { path: "README.md" } },
    );
  },
};

function summariseText(path: string, content: string): string {
  const lines = content.split("\n").map((line) => line.trim());
  const title = lines.find((line) => line.startsWith("#"))?.replace(/^#+\s*/, "");
  const prose = content
    .split(/\n\s*\n/)
    .find((block) => /^[A-Za-z*_`“"]/.test(block.trim()) && !/^\s*[-*] /.test(block));
  const points = lines.filter((line) => /^[-*] /.test(line)).map((line) => line.slice(2));
  return paragraphs(
    `**${title ?? path}** (\`${path}\`, ${lines.filter((line) => line !== "").length} lines)`,
    prose?.replace(/\s+/g, " ").trim() ?? null,
    points.length === 0 ? null : bullets(points.slice(0, 6)),
  );
}

export const readingFiles: ReadonlyArray<Intent> = [summariseFiles, readFiles, listFiles];
