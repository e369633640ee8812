import { expect, it, onTestFinished, vi } from "vitest";
import { startProtectedUpstream } from "../../e2e/support/mcp/protected-upstream.ts";
import { serverOfState } from "./sign-in.ts";
import { testClock } from "./test-clock.ts";
import { watch } from "./test-connection.ts";
import { memoryStore } from "./test-sign-in.ts";

const redirectUrl = "http://127.0.0.1:3000/settings/servers/signed-in";

/** A server behind an authorization server, and a connection to it. */
async function stage(headers: Record<string, string> = {}) {
  const { authorization, upstream, wantMore, close } = await startProtectedUpstream();
  onTestFinished(close);
  const store = memoryStore();
  const clock = testClock();
  const again = (to = redirectUrl) =>
    watch({ url: upstream.url, headers }, { clock, signIn: { redirectUrl: to, store: () => store } });
  return { ...again(), authorization, upstream, store, clock, again, wantMore };
}

/** What a person brings back from the authorization server. */
async function agree({ authorization }: Awaited<ReturnType<typeof stage>>, url: string | null) {
  const back = await authorization.agree(url ?? "");
  expect(back.href).toContain(redirectUrl);
  return { code: back.searchParams.get("code") ?? "", state: back.searchParams.get("state") ?? "" };
}

it("asks for a sign-in, takes what came back, and connects with it", async () => {
  const scene = await stage();
  const waiting = await scene.settled();
  expect(waiting).toMatchObject({ state: "needs_sign_in", error: "The server wants a person to sign in." });
  expect(scene.clock.waiting()).toEqual([]);
  const asked = new URL(waiting.authorizationUrl ?? "");
  expect(asked.origin).toBe(scene.authorization.issuer);
  expect(asked.searchParams.get("code_challenge_method")).toBe("S256");
  await expect(scene.connection.callTool("echo", {})).rejects.toMatchObject({ name: "NotRunError" });

  const callback = await agree(scene, waiting.authorizationUrl);
  expect(serverOfState(callback.state)).toBe("server-1");
  await scene.connection.finishSignIn(callback);
  expect(await scene.until(({ state }) => state === "ready")).toMatchObject({
    authorizationUrl: null,
    error: null,
  });
  expect(await scene.connection.callTool("echo", { in: true })).toMatchObject({ isError: false });
});

it("finishes on another instance than the one that began, and connects later without asking again", async () => {
  const scene = await stage();
  const { authorizationUrl } = await scene.settled();
  const other = scene.again();
  expect(await other.settled()).toMatchObject({ state: "needs_sign_in" });
  await other.connection.finishSignIn(await agree(scene, authorizationUrl));
  expect(await other.until(({ state }) => state === "ready")).toMatchObject({ error: null });
  expect(await scene.again().settled()).toMatchObject({ state: "ready" });
  expect(scene.authorization.requests.filter(({ path }) => path === "/register")).toHaveLength(1);
});

it("refuses a sign-in that was not begun here, one that is used twice, and one that took too long", async () => {
  const scene = await stage();
  const callback = await agree(scene, (await scene.settled()).authorizationUrl);
  const refused = { name: "RefusedError", message: expect.stringContaining("not begun here") };
  const { connection } = scene;
  await expect(connection.finishSignIn({ ...callback, state: "server-1.forged" })).rejects.toMatchObject(
    refused,
  );
  await expect(connection.finishSignIn({ ...callback, state: "__proto__" })).rejects.toMatchObject(refused);
  await connection.finishSignIn(callback);
  await expect(connection.finishSignIn(callback)).rejects.toMatchObject(refused);
  expect(scene.store.record().begun).toEqual([]);

  const late = await stage();
  const lateCallback = await agree(late, (await late.settled()).authorizationUrl);
  late.clock.advance(16 * 60_000);
  await expect(late.connection.finishSignIn(lateCallback)).rejects.toMatchObject(refused);
});

it.each([400, 403, 404, 500])(
  "says that it was not registered, which it asked for once: %d",
  async (status) => {
    const { authorization, settled } = await stage();
    authorization.refuseToRegister(status);
    expect(await settled()).toMatchObject({
      state: "failed",
      error: expect.stringContaining(`did not register Countersign (HTTP ${status})`),
    });
    expect(authorization.requests.filter(({ path }) => path === "/register")).toHaveLength(1);
  },
);

it.each([404, 500])("has not run a call that it could not be registered for: %d", async (status) => {
  const scene = await stage();
  await scene.connection.finishSignIn(await agree(scene, (await scene.settled()).authorizationUrl));
  await scene.until(({ state }) => state === "ready");
  const elsewhere = scene.again("http://127.0.0.1:4000/settings/servers/signed-in");
  await elsewhere.settled();
  scene.authorization.forgetAll();
  scene.authorization.refuseToRegister(status);
  await expect(elsewhere.connection.callTool("echo", {})).rejects.toMatchObject({
    name: "NotRunError",
    message: expect.stringContaining("The call was not run."),
  });
});

it("does not take a code that belongs to another sign-in", async () => {
  const scene = await stage();
  const first = await agree(scene, (await scene.settled()).authorizationUrl);
  const other = scene.again();
  const second = await agree(scene, (await other.settled()).authorizationUrl);
  await expect(
    scene.connection.finishSignIn({ code: second.code, state: first.state }),
  ).rejects.toMatchObject({
    name: "RefusedError",
    message: "The server's sign-in did not work (invalid_grant). Begin it again.",
  });
  expect(scene.store.record().tokens).toBeUndefined();
});

it("refreshes what has expired in the middle of its work, and asks again when that is refused", async () => {
  const scene = await stage();
  await scene.connection.finishSignIn(await agree(scene, (await scene.settled()).authorizationUrl));
  await scene.until(({ state }) => state === "ready");
  const before = scene.store.record().tokens?.access_token;
  scene.authorization.expireTokens();
  expect(await scene.connection.callTool("echo", {})).toMatchObject({ isError: false });
  expect(scene.store.record().tokens?.access_token).not.toBe(before);

  scene.authorization.forgetAll();
  await expect(scene.connection.callTool("echo", {})).rejects.toMatchObject({
    name: "NotRunError",
    message: expect.stringContaining("sign in again"),
  });
  expect(scene.connection.snapshot()).toMatchObject({
    state: "needs_sign_in",
    authorizationUrl: expect.stringContaining(scene.authorization.issuer),
  });
});

it("renews once for all calls, of all instances, that are refused at the same moment", async () => {
  const scene = await stage();
  await scene.connection.finishSignIn(await agree(scene, (await scene.settled()).authorizationUrl));
  await scene.until(({ state }) => state === "ready");
  const other = scene.again();
  await other.settled();
  const exchanges = () => scene.authorization.requests.filter(({ path }) => path === "/token").length;
  const before = exchanges();
  scene.authorization.expireTokens();
  const calls = [scene, scene, scene, other, other, other];
  const results = await Promise.all(calls.map(({ connection }) => connection.callTool("echo", {})));
  expect(results.map(({ isError }) => isError)).toEqual(calls.map(() => false));
  expect(exchanges()).toBe(before + 1);
  expect(scene.store.record()).not.toHaveProperty("renewing");
});

it("takes over from an instance that began to renew and is gone", async () => {
  const scene = await stage();
  await scene.connection.finishSignIn(await agree(scene, (await scene.settled()).authorizationUrl));
  await scene.until(({ state }) => state === "ready");
  await scene.store.update((record) => ({ ...record, renewing: scene.clock.now() }));
  scene.authorization.expireTokens();
  const call = scene.connection.callTool("echo", {});
  scene.clock.advance(21_000);
  expect(await call).toMatchObject({ isError: false });
});

it("signs in where people come back to another address, and renews what either was given", async () => {
  const scene = await stage();
  const { authorizationUrl } = await scene.settled();
  const elsewhere = "http://127.0.0.1:3999/oauth/callback";
  const other = scene.again(elsewhere);
  const back = await scene.authorization.agree((await other.settled()).authorizationUrl ?? "");
  expect(back.href).toContain(elsewhere);
  // The older one is still good, and is finished where it did not begin.
  await other.connection.finishSignIn(await agree(scene, authorizationUrl));
  await other.until(({ state }) => state === "ready");
  scene.authorization.expireTokens();
  expect(await other.connection.callTool("echo", {})).toMatchObject({ isError: false });
  expect(scene.authorization.requests.filter(({ path }) => path === "/register")).toHaveLength(2);
});

it("asks a person again when the server wants more than was allowed", async () => {
  const scene = await stage();
  await scene.connection.finishSignIn(await agree(scene, (await scene.settled()).authorizationUrl));
  await scene.until(({ state }) => state === "ready");
  scene.wantMore("files:write");
  await expect(scene.connection.callTool("echo", {})).rejects.toMatchObject({ name: "NotRunError" });
  const { state, authorizationUrl } = scene.connection.snapshot();
  expect(state).toBe("needs_sign_in");
  expect(new URL(authorizationUrl ?? "").searchParams.get("scope")).toBe("files:write");
});

it("writes nothing of what an authorization server says to the console", async () => {
  const written = ["warn", "error", "log"] as const;
  const spies = written.map((name) => vi.spyOn(console, name).mockImplementation(() => {}));
  onTestFinished(() => {
    for (const spy of spies) spy.mockRestore();
  });
  const scene = await stage();
  await scene.connection.finishSignIn(await agree(scene, (await scene.settled()).authorizationUrl));
  await scene.until(({ state }) => state === "ready");
  const token = scene.store.record().tokens?.refresh_token ?? "";
  scene.authorization.forgetAll();
  await expect(scene.connection.callTool("echo", {})).rejects.toMatchObject({ name: "NotRunError" });
  const said = JSON.stringify(spies.flatMap((spy) => spy.mock.calls));
  expect(said).toContain("invalid_grant");
  expect(said).not.toContain(token);
});

it("says so when the authorization server does not do its part", async () => {
  const scene = await stage();
  await scene.authorization.close();
  expect(await scene.settled()).toMatchObject({ state: "failed", error: "Nothing listens at this address." });
});

it("keeps the headers of the configuration from the authorization server", async () => {
  const scene = await stage({ "x-key": "secret" });
  await scene.connection.finishSignIn(await agree(scene, (await scene.settled()).authorizationUrl));
  await scene.until(({ state }) => state === "ready");
  expect(scene.authorization.requests.map(({ path }) => path)).toContain("/token");
  expect(scene.authorization.requests.filter(({ headers }) => "x-key" in headers)).toEqual([]);
  expect(scene.upstream.headers.at(-1)).toMatchObject({ "x-key": "secret" });
});

it("does not send a person anywhere when the credentials that were given are refused", async () => {
  const scene = await stage({ Authorization: "Bearer wrong" });
  expect(await scene.settled()).toMatchObject({
    state: "failed",
    error: "The server wants credentials, or does not accept the ones it was given (401).",
  });
  expect(scene.authorization.requests).toEqual([]);
});
