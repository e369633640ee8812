import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import { owner, type Principal } from "./principal.ts";

/** How a request proves who sends it: by the browser's cookie, or by the token that scripts carry. */
export type Identity = { principal: Principal; by: "cookie" | "token" };

export type Sessions = {
  /** The value of `Set-Cookie` for whoever has the key; null for another key. */
  open(key: string): string | null;
  identify(headers: { authorization?: string | undefined; cookie?: string | undefined }): Identity | null;
};

const cookieName = "countersign_session";
/** As long as browsers keep a cookie. */
const longestSeconds = 400 * 24 * 60 * 60;

/** The cookie says only that its holder once had the key, signed with the secret that instances share. */
export function createSessions(token: string, secret: string): Sessions {
  const sign = (text: string) => createHmac("sha256", secret).update(`session ${text}`).digest("base64url");
  const isOpen = (value: string) => {
    const [issuedAt, signature, ...more] = value.split(".");
    if (!issuedAt || !signature || more.length > 0 || !equal(signature, sign(issuedAt))) return false;
    return Date.now() / 1000 - Number(issuedAt) < longestSeconds;
  };
  return {
    open(key) {
      if (!equal(key, token)) return null;
      const issuedAt = String(Math.floor(Date.now() / 1000));
      const attributes = `HttpOnly; SameSite=Strict; Path=/; Max-Age=${longestSeconds}`;
      return `${cookieName}=${issuedAt}.${sign(issuedAt)}; ${attributes}`;
    },
    identify({ authorization, cookie }) {
      const bearer = /^bearer (.+)$/i.exec(authorization ?? "")?.[1];
      if (bearer !== undefined) return equal(bearer.trim(), token) ? { principal: owner, by: "token" } : null;
      return cookieValues(cookie).some(isOpen) ? { principal: owner, by: "cookie" } : null;
    },
  };
}

function cookieValues(header: string | undefined): string[] {
  return (header ?? "").split(";").flatMap((pair) => {
    const [name, value] = pair.trim().split("=");
    return name === cookieName && value ? [value] : [];
  });
}

/** Digests of equal length first: the comparison tells nothing about either text, not even its length. */
function equal(one: string, other: string): boolean {
  const digest = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(one), digest(other));
}
