import { createHmac, hkdfSync, timingSafeEqual } from "node:crypto";
import { z } from "zod";

const askedSchema = z.object({
  principalId: z.string(),
  callId: z.string(),
  tool: z.string(),
  argumentsDigest: z.string(),
  expiresAt: z.number(),
});

/** What a client of the 2026 revision carries for us while its person is asked. */
export type AskedState = z.infer<typeof askedSchema>;

export type RequestStates = {
  sign(asked: AskedState): string;
  /** Null for whatever this installation did not write itself. */
  open(state: string): AskedState | null;
};

const version = "v1";

/**
 * The state makes a round trip through the client, so it is signed, and bound to whom, what and until when it was
 * asked. That it counts only once is for the gate to see to, in the database.
 */
export function createRequestStates(secret: string): RequestStates {
  const key = Buffer.from(hkdfSync("sha256", secret, "", "countersign mcp request state", 32));
  const seal = (body: string) => createHmac("sha256", key).update(`${version}.${body}`).digest("base64url");
  return {
    sign(asked) {
      const body = Buffer.from(JSON.stringify(asked)).toString("base64url");
      return `${version}.${body}.${seal(body)}`;
    },
    open(state) {
      const [given, body, tag, ...rest] = state.split(".");
      if (given !== version || body === undefined || tag === undefined || rest.length > 0) return null;
      const [expected, received] = [Buffer.from(seal(body)), Buffer.from(tag)];
      if (expected.length !== received.length || !timingSafeEqual(expected, received)) return null;
      const parsed = askedSchema.safeParse(JSON.parse(Buffer.from(body, "base64url").toString("utf8")));
      return parsed.success ? parsed.data : null;
    },
  };
}
