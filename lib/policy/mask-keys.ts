const keyLike: ReadonlyArray<RegExp> = [
  /\bbearer\s+[^\s"\\]+/gi,
  /\b(?:sk|pk|rk|gsk|xai|hf|key|api|token)[-_][\w*.-]{4,}/gi,
  /\b(?:ghp|gho|ghu|ghs|ghr|github_pat|glpat|xox[abprs])[-_]\w{10,}/g,
  /\b(?:AKIA|ASIA)[0-9A-Z]{16}\b/g,
  /\bAIza[\w-]{20,}/g,
  /\beyJ[\w-]+\.[\w-]+\.[\w-]*/g,
  /(?<=\b(?:api[-_]?key|key|token|secret|password)\\?["']?\s{0,8}[=:]\s{0,8}\\?["']?)[\w*.-]{6,}/gi,
  /(?<=:\/\/)[^\s/@"\\]+@/g,
];

/** Bearer tokens, keys in the formats that are common, and passwords in addresses, hidden wherever they stand. */
export const maskKeys = (text: string): string =>
  keyLike.reduce((rest, pattern) => rest.replace(pattern, "[hidden]"), text);
