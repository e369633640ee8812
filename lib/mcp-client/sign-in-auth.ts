import {
  type AuthProvider,
  auth,
  extractWWWAuthenticateParams,
  type InsufficientScopeError,
  UnauthorizedError,
} from "@modelcontextprotocol/client";
import { authorizationFetch } from "./authorization-fetch.ts";
import type { SignInOptions, SignInRecord, SignInServer } from "./sign-in.ts";
import { NotRenewedError, type SignInPurpose, signInProvider } from "./sign-in-provider.ts";
import { bearerOf } from "./upstream-fetch.ts";

/** Who began to renew and is not done after this long is gone; nobody takes longer than the second. */
const [leaseMilliseconds, renewMilliseconds] = [20_000, 15_000];
const lookAgainMilliseconds = 100;

type Wanted = { scope?: string; resourceMetadataUrl?: URL };

export type SignInAuth = AuthProvider & {
  /** Sends a person to allow more than they did. Always throws. */
  askForMore: (error: InsufficientScopeError) => Promise<never>;
};

/**
 * The tokens for a transport. Tokens that a server refused are renewed once, whoever of the calls and instances that
 * share them was refused: a refresh token that is used twice takes the good tokens with it.
 */
export function signInAuth(options: SignInOptions, server: SignInServer): SignInAuth {
  const { store } = options;
  const renewals = new Map<string | null, Promise<void>>();

  const exchange = (purpose: SignInPurpose, wanted: Wanted, signal: AbortSignal) =>
    auth(signInProvider(options, purpose), {
      ...wanted,
      serverUrl: server.url,
      fetchFn: authorizationFetch(server.fetch, signal),
    });

  const sendToSignIn = async (wanted: Wanted, signal: AbortSignal): Promise<never> => {
    await exchange({ kind: "begin" }, wanted, signal);
    throw new UnauthorizedError();
  };

  const isUnderWay = ({ renewing }: SignInRecord): boolean =>
    renewing !== undefined && Math.abs(options.now() - renewing) < leaseMilliseconds;

  /** Since when it is ours to renew; null when the tokens are others than those that were refused. */
  const claim = async (refused: string | null): Promise<number | null> => {
    for (;;) {
      let record = await store.read();
      for (; isUnderWay(record); record = await store.read()) await pause();
      const taken: { since: number | null } = { since: null };
      await store.update((newest) => {
        taken.since = isUnderWay(newest) || isRenewed(newest, refused) ? null : options.now();
        return taken.since === null ? newest : { ...newest, renewing: taken.since };
      });
      if (taken.since !== null) return taken.since;
      if (isRenewed(await store.read(), refused)) return null;
    }
  };

  const renew = async (response: Response, refused: string | null): Promise<void> => {
    const since = await claim(refused);
    if (since === null) return;
    // One for all of it: whoever waits for longer than the lease begins as well.
    const signal = AbortSignal.timeout(renewMilliseconds);
    const { scope, resourceMetadataUrl } = extractWWWAuthenticateParams(response);
    const wanted = { ...(scope && { scope }), ...(resourceMetadataUrl && { resourceMetadataUrl }) };
    try {
      if (refused !== null && (await exchange({ kind: "renew" }, wanted, signal).catch(unlessNotRenewed)))
        return;
      await sendToSignIn(wanted, signal);
    } finally {
      await store.update((record) => {
        const { renewing, ...rest } = record;
        return renewing === since ? rest : record;
      });
    }
  };

  return {
    token: async () => (await store.read()).tokens?.access_token,
    onUnauthorized: ({ response }) => {
      const refused = bearerOf(response);
      const known = renewals.get(refused);
      if (known) return known;
      const renewal = renew(response, refused).finally(() => renewals.delete(refused));
      renewals.set(refused, renewal);
      return renewal;
    },
    askForMore: async ({ requiredScope, resourceMetadataUrl }) => {
      const { tokens } = await store.read();
      const scopes = new Set(`${tokens?.scope ?? ""} ${requiredScope ?? ""}`.split(" ").filter(Boolean));
      const wanted = {
        ...(scopes.size > 0 && { scope: [...scopes].join(" ") }),
        ...(resourceMetadataUrl && { resourceMetadataUrl }),
      };
      return sendToSignIn(wanted, AbortSignal.timeout(renewMilliseconds));
    },
  };
}

const isRenewed = ({ tokens }: SignInRecord, refused: string | null): boolean =>
  tokens !== undefined && tokens.access_token !== refused;

function unlessNotRenewed(error: unknown): null {
  if (error instanceof NotRenewedError) return null;
  throw error;
}

const pause = () => new Promise<void>((resolve) => setTimeout(resolve, lookAgainMilliseconds));
