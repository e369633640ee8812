import { ToolError } from "../tool.ts";

export function errorCode(error: unknown): string | undefined {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : undefined;
}

const sentences: Record<string, (path: string) => string> = {
  ENOENT: (path) => `There is no file "${path}".`,
  ENOTDIR: (path) => `"${path}" is not a folder, or is a link; links are not followed.`,
  ELOOP: (path) => `"${path}" is a link; links are not followed.`,
  EMLINK: (path) => `"${path}" is a link; links are not followed.`,
  ENXIO: (path) => `"${path}" is not a regular file.`,
  EISDIR: (path) => `"${path}" is a folder, not a file.`,
  EEXIST: (path) => `"${path}" exists already.`,
  EACCES: (path) => `Countersign has no permission for "${path}".`,
  EPERM: (path) => `Countersign has no permission for "${path}".`,
  EROFS: () => "The workspace is read-only.",
  ENOSPC: () => "The disk is full. Nothing was changed.",
  EDQUOT: () => "The disk is full. Nothing was changed.",
  EXDEV: (path) => `"${path}" is on another file system; write it anew instead.`,
  ENAMETOOLONG: () => "The path is too long.",
};

/** What the system says names paths outside the workspace; the model gets the path it gave itself. */
export function toToolError(error: unknown, path: string): unknown {
  const code = errorCode(error);
  if (code === undefined || error instanceof ToolError) return error;
  const sentence = Object.hasOwn(sentences, code) ? sentences[code] : undefined;
  return new ToolError(sentence ? sentence(path) : `"${path}" could not be used (${code}).`);
}
