import type { ResultContent } from "@/lib/mcp-client/result";

/** What a server's tool gave back: as we keep it, or as the inspector saw it. */
export type McpResult = {
  content: ResultContent[];
  structuredContent?: unknown;
  /** What was left out, as a sentence. */
  note?: string;
};

const kinds = ["text", "image", "audio", "resource_link", "resource"];

export function isMcpResult(value: unknown): value is McpResult {
  if (typeof value !== "object" || value === null) return false;
  const { content } = value as Partial<McpResult>;
  return Array.isArray(content) && content.every(isContent);
}

function isContent(item: unknown): item is ResultContent {
  return typeof item === "object" && item !== null && kinds.includes(String(Reflect.get(item, "type")));
}

/** Pictures that a browser draws and that cannot carry scripts of their own. */
export function pictureAddress(mimeType: string, data: string): string | null {
  const safe = /^image\/(png|jpeg|gif|webp|avif)$/i.test(mimeType) && /^[A-Za-z0-9+/=\s]+$/.test(data);
  return safe ? `data:${mimeType.toLowerCase()};base64,${data.replace(/\s/g, "")}` : null;
}

/** Only what leads to a page may be a link; any other address stays text. */
export function linkAddress(uri: string): string | null {
  return /^https?:\/\/[^\s]+$/i.test(uri) ? uri : null;
}
