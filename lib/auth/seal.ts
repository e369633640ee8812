import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";

/** Keeps values unreadable at rest. What is sealed for one purpose cannot be opened for another. */
export type Seal = {
  close(purpose: string, plain: string): string;
  /** Null when it was sealed with another secret or for another purpose, or was changed. */
  open(purpose: string, sealed: string): string | null;
};

const version = "v1";

/** AES-256-GCM under a key derived from the installation's secret; the purpose is authenticated with it. */
export function createSeal(secret: string): Seal {
  const key = Buffer.from(hkdfSync("sha256", secret, "", "countersign values at rest", 32));
  return {
    close(purpose, plain) {
      const nonce = randomBytes(12);
      const cipher = createCipheriv("aes-256-gcm", key, nonce).setAAD(Buffer.from(purpose));
      const body = Buffer.concat([cipher.update(plain, "utf8"), cipher.final()]);
      return [version, ...[nonce, cipher.getAuthTag(), body].map((part) => part.toString("base64url"))].join(
        ".",
      );
    },
    open(purpose, sealed) {
      const [given, nonce, tag, body] = sealed.split(".");
      if (given !== version || nonce === undefined || tag === undefined || body === undefined) return null;
      try {
        const decipher = createDecipheriv("aes-256-gcm", key, Buffer.from(nonce, "base64url"), {
          authTagLength: 16,
        })
          .setAAD(Buffer.from(purpose))
          .setAuthTag(Buffer.from(tag, "base64url"));
        return Buffer.concat([decipher.update(Buffer.from(body, "base64url")), decipher.final()]).toString(
          "utf8",
        );
      } catch {
        return null;
      }
    },
  };
}
