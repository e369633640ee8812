import { existsSync, readFileSync } from "node:fs";
import path from "node:path";

export type Import = { specifier: string; typeOnly: boolean };

const statement = /^\s*(?:import|export)\s+(type\s+)?(?:([\w*${}\s,]+?)\s+from\s+)?["']([^"'\n]+)["']/gm;
const dynamic = /\bimport\(\s*["']([^"'\n]+)["']\s*\)/g;

/** What a source file imports, as formatted by Biome: statements at the start of a line, and `import("…")`. */
export function importsIn(source: string): Import[] {
  const withoutComments = source.replace(/\/\*[\s\S]*?\*\//g, "").replace(/^\s*\/\/.*$/gm, "");
  const found: Import[] = [];
  for (const [, typeKeyword, names, specifier] of withoutComments.matchAll(statement)) {
    if (specifier) found.push({ specifier, typeOnly: typeKeyword !== undefined || onlyTypes(names) });
  }
  for (const [, specifier] of withoutComments.matchAll(dynamic)) {
    if (specifier) found.push({ specifier, typeOnly: false });
  }
  return found;
}

/** The project's own files that a file imports, as paths from the root. */
export function importedFiles(root: string, file: string): { file: string; typeOnly: boolean }[] {
  return importsIn(readFileSync(path.join(root, file), "utf8")).flatMap(({ specifier, typeOnly }) => {
    const target = locate(root, file, specifier);
    return target ? [{ file: target, typeOnly }] : [];
  });
}

function onlyTypes(names: string | undefined): boolean {
  const listed = names?.match(/^\{([\s\S]*)\}$/)?.[1];
  if (listed === undefined) return false;
  const each = listed.split(",").map((name) => name.trim());
  return each.every((name) => name === "" || name.startsWith("type "));
}

function locate(root: string, from: string, specifier: string): string | undefined {
  if (!/^(\.|@\/)/.test(specifier)) return undefined;
  const bare = specifier.startsWith("@/") ? specifier.slice(2) : path.join(path.dirname(from), specifier);
  const endings = ["", ".ts", ".tsx", "/index.ts", "/index.tsx"];
  const found = endings.map((ending) => bare + ending).find((name) => existsSync(path.join(root, name)));
  return path.normalize(found ?? bare);
}
