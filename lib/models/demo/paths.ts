const quoted = /[`"“']([^`"”'\n]*[./][^`"”'\n]*)[`"”']/g;
const bare =
  /(?<![\w:/])(?:\.{0,2}\/)?[\w@-][\w@.-]*(?:\/[\w@.-]*)+|(?<![\w:/.])[\w@-][\w@.-]*\.[A-Za-z][A-Za-z0-9]{0,7}\b/g;

/** Everything in a sentence that looks like a path, in order: quoted, with a slash, or with an extension. */
export function extractPaths(text: string): string[] {
  const found: Array<{ at: number; path: string }> = [];
  const withoutUrls = text.replace(/https?:\/\/\S+/gi, (url) => " ".repeat(url.length));
  const withoutQuoted = withoutUrls.replace(quoted, (whole: string, path: string, at: number) => {
    found.push({ at, path });
    return " ".repeat(whole.length);
  });
  for (const match of withoutQuoted.matchAll(bare)) {
    found.push({ at: match.index, path: match[0].replace(/\.+$/, "") });
  }
  return found.sort((one, other) => one.at - other.at).map(({ path }) => path.replace(/^\.\//, ""));
}

export const looksLikeFile = (path: string): boolean => /[^/]\.[A-Za-z0-9]{1,8}$/.test(path);
export const baseName = (path: string): string => path.replace(/\/+$/, "").split("/").at(-1) ?? path;
export const directoryOf = (path: string): string => path.split("/").slice(0, -1).join("/");
export const joinPath = (folder: string, name: string): string =>
  folder === "" ? name : `${folder.replace(/\/+$/, "")}/${name}`;
