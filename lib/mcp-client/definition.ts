/** What a server says its tool is, and a person reviews. Two with equal fingerprints are the same tool to us. */
export type Definition = {
  title: string | null;
  description: string | null;
  inputSchema: unknown;
  annotations: Annotations;
};

/** The hints of the protocol. They are the server's word, not a fact. */
export type Annotations = {
  title?: string;
  readOnlyHint?: boolean;
  destructiveHint?: boolean;
  idempotentHint?: boolean;
  openWorldHint?: boolean;
};

/** One tool of one upstream server, as it was listed last. */
export type UpstreamTool = {
  /** Our name for it; the original is what the server is asked for. */
  name: string;
  originalName: string;
  title: string;
  description: string;
  inputSchema: Record<string, unknown>;
  annotations: Annotations;
  definition: Definition;
  fingerprint: string;
  /** Why it cannot be called, as a sentence; null when it can. */
  unusable: string | null;
};
