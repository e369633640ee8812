import type { FetchLike } from "@modelcontextprotocol/client";
import { expect, it, onTestFinished } from "vitest";
import { startProtectedUpstream } from "../../e2e/support/mcp/protected-upstream.ts";
import { checkedAgent } from "./network.ts";
import { signInAuth } from "./sign-in-auth.ts";
import { testClock } from "./test-clock.ts";
import { testNetwork, watch } from "./test-connection.ts";
import { memoryStore } from "./test-sign-in.ts";
import { upstreamFetch } from "./upstream-fetch.ts";

const redirectUrl = "http://127.0.0.1:3000/settings/servers/signed-in";

/** Tokens that a person was given, and what becomes of them when the server refuses them. */
async function signedIn(before: (url: URL, signal: AbortSignal | null) => Promise<void>) {
  const { authorization, upstream, close } = await startProtectedUpstream();
  onTestFinished(close);
  const [store, clock] = [memoryStore(), testClock()];
  const watched = watch({ url: upstream.url }, { clock, signIn: { redirectUrl, store: () => store } });
  const { authorizationUrl } = await watched.settled();
  const back = await authorization.agree(authorizationUrl ?? "");
  const [code, state] = ["code", "state"].map((name) => back.searchParams.get(name) ?? "");
  await watched.connection.finishSignIn({ code: code ?? "", state: state ?? "" });
  await watched.until((snapshot) => snapshot.state === "ready");

  const url = new URL(upstream.url);
  const agent = checkedAgent(testNetwork(), { allowPrivateAddress: true, connectMilliseconds: 5_000 });
  const send = upstreamFetch({ server: url, agent, headers: {}, installationId: "this-installation" });
  const fetch: FetchLike = async (input, init) => {
    await before(new URL(input), init?.signal ?? null);
    return send(input, init);
  };
  // Where people come back to another address it is registered anew before they are asked.
  const elsewhere = { serverId: "server-1", redirectUrl: "http://127.0.0.1:3999/oauth/callback" };
  const options = { ...elsewhere, store, now: clock.now, onRedirect: () => {} };
  const provider = signInAuth(options, { url, fetch });
  const refuse = async () => {
    const headers = { authorization: `Bearer ${await provider.token()}` };
    authorization.expireTokens();
    const response = await send(url, { method: "POST", headers });
    await provider.onUnauthorized?.({ response, serverUrl: url, fetchFn: fetch });
  };
  return { authorization, store, clock, refuse };
}

it("has one time for all of renewing: for the tokens, and for asking a person where those are gone", async () => {
  const signals = new Set<AbortSignal | null>();
  const paths: string[] = [];
  const { authorization, refuse } = await signedIn(async ({ pathname }, signal) => {
    paths.push(pathname);
    signals.add(signal);
  });
  authorization.forgetAll();
  await expect(refuse()).rejects.toMatchObject({ name: "UnauthorizedError" });
  expect(paths).toEqual(["/token", "/register"]);
  expect([...signals]).toEqual([expect.any(AbortSignal)]);
});

it("leaves the mark of another instance, which began when ours took too long", async () => {
  const { store, clock, refuse } = await signedIn(async ({ pathname }) => {
    if (pathname !== "/token") return;
    clock.advance(21_000);
    await store.update((record) => ({ ...record, renewing: clock.now() }));
  });
  await refuse();
  expect(store.record().renewing).toBe(clock.now());
});
