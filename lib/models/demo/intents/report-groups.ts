import type { Intent } from "../intent.ts";
import { baseName, joinPath, looksLikeFile } from "../paths.ts";
import { filesOf } from "../results.ts";
import { summarise } from "../summarise.ts";
import { act, type PlannedCall, say } from "../turn.ts";
import { paragraphs } from "../wording.ts";

const folder = "reports";

/** "Delete the old reports", "archive the reports of 2024", "move all reports to backup/": look first, then a batch. */
const reportGroup: Intent = {
  name: "delete or move a group of reports",
  pattern:
    /^(delete|remove|erase|clean(?: up| out)?|clear(?: out)?|get rid of|purge|tidy(?: up)?|archive|move)\b.*\breports?\b/i,
  reply({ 0: sentence, 1: verb = "" }, turn) {
    if (/\breports\/[\w-]+\.\w+/.test(turn.text)) return null;
    const [listing] = turn.steps[0] ?? [];
    if (!listing) {
      return act(`I look at what is in \`${folder}/\` first.`, {
        tool: "list_files",
        input: { path: folder },
      });
    }
    if (turn.steps.length > 1) return say(summarise(turn));

    const paths = filesOf(listing, folder).map((file) => file.path);
    const { chosen, why } = choose(paths, turn.text);
    if (chosen.length === 0) return say(`I changed nothing: ${why}.`);
    const destination = /^(?:archive|move)/i.test(verb)
      ? targetFolder(turn.text.slice(sentence.length), turn.text)
      : null;
    const calls = chosen.map(
      (path): PlannedCall =>
        destination === null
          ? { tool: "delete_file", input: { path } }
          : {
              tool: "move_file",
              input: { source: path, destination: joinPath(destination, baseName(path)) },
            },
    );
    const plan = destination === null ? "delete" : `move to \`${destination}/\``;
    return act(
      paragraphs(`There are ${paths.length} reports; ${why}. I will ${plan} ${counted(chosen.length)}.`),
      ...calls,
    );
  },
};

function choose(paths: ReadonlyArray<string>, text: string): { chosen: string[]; why: string } {
  const dated = paths.flatMap((path) => {
    const year = /(?:19|20)\d\d/.exec(baseName(path))?.[0];
    return year === undefined ? [] : [{ path, year: Number(year) }];
  });
  if (paths.length === 0) return { chosen: [], why: `there is nothing in \`${folder}/\`` };
  const asked = /\b((?:19|20)\d\d)\b/.exec(text)?.[1];
  if (asked !== undefined) {
    const chosen = dated.filter(({ year }) => year === Number(asked)).map(({ path }) => path);
    return {
      chosen,
      why: chosen.length === 0 ? `there is no report of ${asked}` : `${chosen.length} are of ${asked}`,
    };
  }
  if (/\b(?:all|every|everything)\b/i.test(text))
    return { chosen: [...paths], why: "you asked for all of them" };
  const newest = Math.max(...dated.map(({ year }) => year));
  const chosen = dated.filter(({ year }) => year < newest).map(({ path }) => path);
  if (dated.length === 0) return { chosen, why: "no name tells a year, so I cannot tell which are old" };
  return {
    chosen,
    why: chosen.length === 0 ? `they are all of ${newest}, so none is old` : `the newest are of ${newest}`,
  };
}

function targetFolder(after: string, text: string): string {
  const target = /\b(?:to|into)\s+(?:the\s+)?(?:folder\s+)?[`"'“]?([\w./-]*\w)/i.exec(
    after === "" ? text : after,
  )?.[1];
  return target === undefined || looksLikeFile(target) ? "archive" : target;
}

const counted = (count: number): string => (count === 1 ? "this one" : `these ${count}`);

export const reportGroups: ReadonlyArray<Intent> = [reportGroup];
