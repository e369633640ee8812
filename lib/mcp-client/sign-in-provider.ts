import { randomBytes } from "node:crypto";
import type { OAuthClientProvider } from "@modelcontextprotocol/client";
import { RefusedError } from "./errors.ts";
import type { BegunSignIn, SignInClient, SignInOptions, SignInRecord } from "./sign-in.ts";

/** What one exchange with the authorization server is for. */
export type SignInPurpose = { kind: "renew" } | { kind: "begin" } | { kind: "finish"; begun: BegunSignIn };

/** The tokens cannot be renewed: only a person can go on from here. */
export class NotRenewedError extends Error {}

const mostBegun = 8;
const mostClients = 8;

/** The SDK does discovery, registration, PKCE and refresh; this remembers for one exchange of it. */
export function signInProvider(options: SignInOptions, purpose: SignInPurpose): OAuthClientProvider {
  const { store } = options;
  const redirectUrl = purpose.kind === "finish" ? purpose.begun.redirectUrl : options.redirectUrl;
  let state = "";
  let client: SignInClient | undefined;
  let used: string | undefined;
  return {
    redirectUrl,
    clientMetadata: {
      client_name: "Countersign",
      redirect_uris: [redirectUrl],
      grant_types: ["authorization_code", "refresh_token"],
      response_types: ["code"],
    },
    state: () => {
      if (purpose.kind === "renew") throw new NotRenewedError();
      state = `${options.serverId}.${randomBytes(24).toString("base64url")}`;
      return state;
    },
    clientInformation: async () => {
      client = clientFor(purpose, redirectUrl, await store.read());
      if (purpose.kind === "renew" && !client) throw new NotRenewedError();
      return client;
    },
    saveClientInformation: (saved) => {
      client = saved;
      return store.update((record) => ({
        ...record,
        clients: [
          ...(record.clients ?? []).filter((one) => one.redirectUrl !== redirectUrl),
          { redirectUrl, client: saved },
        ].slice(-mostClients),
      }));
    },
    tokens: async () => {
      if (purpose.kind !== "renew") return undefined;
      const { tokens } = await store.read();
      used = tokens?.access_token;
      return tokens;
    },
    saveTokens: (tokens) =>
      store.update((record) => ({ ...record, tokens, ...(client && { tokensClient: client }) })),
    saveCodeVerifier: (codeVerifier) =>
      store.update((record) => {
        if (!client) throw new RefusedError("The server's sign-in knows no client.");
        const begun = { state, codeVerifier, at: options.now(), redirectUrl, client };
        return { ...record, begun: [...(record.begun ?? []), begun].slice(-mostBegun) };
      }),
    codeVerifier: () => {
      if (purpose.kind !== "finish") throw new RefusedError("This sign-in was not begun here.");
      return purpose.begun.codeVerifier;
    },
    redirectToAuthorization: (url) => {
      if (url.protocol !== "https:" && url.protocol !== "http:") {
        throw new RefusedError("The server asks to sign in at an address that is no web page.");
      }
      options.onRedirect(url.href);
    },
    discoveryState: async () => (await store.read()).discovery,
    saveDiscoveryState: (discovery) => store.update((record) => ({ ...record, discovery })),
    invalidateCredentials: (scope) =>
      store.update((record) => {
        const kept = { ...record };
        if (scope === "all" || scope === "discovery") delete kept.discovery;
        if (scope === "all" || scope === "client") {
          kept.clients = (record.clients ?? []).filter((one) => one.client.client_id !== client?.client_id);
          if (record.tokensClient?.client_id === client?.client_id) delete kept.tokensClient;
        }
        // Another instance may have renewed them in the meantime: only those that were refused are forgotten.
        const refused = used !== undefined && record.tokens?.access_token === used;
        if ((scope === "all" || scope === "tokens") && refused) delete kept.tokens;
        return kept;
      }),
  };
}

function clientFor(purpose: SignInPurpose, redirectUrl: string, record: SignInRecord) {
  if (purpose.kind === "finish") return purpose.begun.client;
  if (purpose.kind === "renew") return record.tokensClient;
  return record.clients?.find((one) => one.redirectUrl === redirectUrl)?.client;
}
