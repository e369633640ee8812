import { auth, type FetchLike, type OAuthClientProvider } from "@modelcontextprotocol/client";
import { authorizationFetch } from "./authorization-fetch.ts";
import { signInSentence } from "./describe-failure.ts";
import { RefusedError } from "./errors.ts";
import { signInProvider } from "./sign-in-provider.ts";

type Stored<Key extends keyof OAuthClientProvider> = NonNullable<
  Awaited<ReturnType<Extract<OAuthClientProvider[Key], (...given: never[]) => unknown>>>
>;

export type SignInClient = Stored<"clientInformation">;

/** A sign-in that a person was sent to. It is finished as it was begun, wherever that is. */
export type BegunSignIn = {
  state: string;
  codeVerifier: string;
  at: number;
  redirectUrl: string;
  client: SignInClient;
};

/** What is remembered of a sign-in at one server. All of it is secret; all of it is JSON. */
export type SignInRecord = {
  tokens?: Stored<"tokens">;
  /** Whom the tokens were given to: nobody else can renew them. */
  tokensClient?: SignInClient;
  /** As what we are registered, by the address that people come back to: instances may have different ones. */
  clients?: { redirectUrl: string; client: SignInClient }[];
  discovery?: Stored<"discoveryState">;
  /** The sign-ins that were begun, by their state: several instances and tabs may each have begun one. */
  begun?: BegunSignIn[];
  /** Since when an instance renews the tokens. */
  renewing?: number;
};

/** Where it is remembered. An update is given the newest record, and nothing comes between; it may be given it anew. */
export type SignInStore = {
  read: () => Promise<SignInRecord>;
  update: (change: (record: SignInRecord) => SignInRecord) => Promise<void>;
};

export type SignInOptions = {
  serverId: string;
  redirectUrl: string;
  store: SignInStore;
  now: () => number;
  /** The address to which a person has to go. */
  onRedirect: (url: string) => void;
};

/** The server that signs in, and the way to everything that has to do with it. */
export type SignInServer = { url: URL; fetch: FetchLike };

const longestMilliseconds = 15 * 60_000;

/** The server that a sign-in's state belongs to; the page that people come back to knows nothing else. */
export const serverOfState = (state: string): string => state.slice(0, Math.max(0, state.lastIndexOf(".")));

/** Exchanges the code that a person brought back, once, for the sign-in that was begun with this state. */
export async function finishSignIn(
  options: SignInOptions,
  callback: { code: string; state: string; issuer?: string },
  server: SignInServer,
): Promise<void> {
  const { begun } = await options.store.read();
  const found = begun?.find((one) => one.state === callback.state);
  if (!found || options.now() - found.at > longestMilliseconds) {
    throw new RefusedError("This sign-in was not begun here, or too long ago. Begin it again.");
  }
  try {
    await auth(signInProvider(options, { kind: "finish", begun: found }), {
      serverUrl: server.url,
      authorizationCode: callback.code,
      ...(callback.issuer === undefined ? {} : { iss: callback.issuer }),
      fetchFn: authorizationFetch(server.fetch),
    });
  } catch (error) {
    throw new RefusedError(`${signInSentence(error)} Begin it again.`, { cause: error });
  } finally {
    await options.store.update((record) => ({
      ...record,
      begun: (record.begun ?? []).filter((one) => one.state !== callback.state),
    }));
  }
}
