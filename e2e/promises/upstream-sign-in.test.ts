import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { expectPromisesKept } from "../support/kept-promises.ts";
import { type ProtectedUpstream, startProtectedUpstream } from "../support/mcp/protected-upstream.ts";
import { untilState } from "../support/runs.ts";
import type { Server } from "../support/server.ts";
import { openStage, type Stage } from "../support/stage.ts";
import { toolResults } from "../support/tool-results.ts";
import { addUpstream, untilUpstream } from "../support/upstreams.ts";
import { waitUntil } from "../support/wait-until.ts";

let stage: Stage;
let first: Server;
let second: Server;
let shut: ProtectedUpstream;
beforeAll(async () => {
  stage = await openStage();
  first = stage.server();
  second = await stage.start();
  shut = await startProtectedUpstream();
});
afterEach(() => expectPromisesKept(stage));
afterAll(async () => {
  await stage[Symbol.asyncDispose]();
  await shut.close();
});

async function callThrough(server: Server) {
  await waitUntil(
    "its tool is known",
    async () => (await server.api.get("/tools/shut__echo")).status === 200,
  );
  const play = await stage.begin([[{ call: "shut__echo", with: { in: true } }], [{ say: "Done." }]], server);
  const run = await untilState(server, play, "completed");
  expect(run.calls).toMatchObject([{ state: "succeeded" }]);
  expect(toolResults(play.asked()[1])[0]?.text).toBe('{"in":true}');
}

test("a server that wants a sign-in is reached once a person has signed in, by every instance", async () => {
  const { authorization, upstream } = shut;
  const added = await addUpstream(first, {
    name: "shut",
    url: upstream.url,
    allowPrivateAddress: true,
    requireApproval: [],
  });
  expect(added).toMatchObject({ state: "needs_sign_in", error: "The server wants a person to sign in." });
  await untilUpstream(second, added.id, ({ state }) => state === "needs_sign_in");
  const back = await authorization.agree(added.signInUrl ?? "");
  expect(`${back.origin}${back.pathname}`).toBe(`${first.url}/oauth/callback`);
  const { code, state } = Object.fromEntries(back.searchParams);
  const signIn = (server: Server, body: unknown) => server.api.post("/servers/sign-in", body);
  expect(await signIn(first, { code, state: `${added.id}.forged` })).toMatchObject({ status: 422 });
  expect(await signIn(first, { code, state: "nobody.forged" })).toMatchObject({ status: 404 });

  // The page that a person comes back to may be served by another instance than the one that began.
  expect(await signIn(second, { code, state })).toMatchObject({ status: 200 });
  expect(await signIn(first, { code, state })).toMatchObject({ status: 422 });
  for (const server of [first, second]) {
    await untilUpstream(server, added.id, (view) => view.state === "ready");
    await callThrough(server);
  }
  authorization.expireTokens();
  await Promise.all([first, second, first, second].map(callThrough));

  authorization.forgetAll();
  const refused = await stage.begin([[{ call: "shut__echo", with: {} }], [{ say: "Oh." }]], first);
  expect((await untilState(first, refused, "completed")).calls).toMatchObject([{ state: "denied" }]);
  const noted = first.output().split("\n");
  const warning = JSON.parse(noted.find((line) => line.includes("mcp-sdk")) ?? "null");
  expect(warning).toMatchObject({ level: 40, msg: expect.stringContaining("invalid_grant") });

  const tokens = upstream.headers.flatMap(({ authorization: given }) => given?.replace("Bearer ", "") ?? []);
  expect(new Set(tokens).size).toBe(2);
  const kept = await stage.sql`select json_agg(s)::text || (select json_agg(a)::text from audit a) as all
    from servers s`;
  const anywhere = JSON.stringify([kept, first.output(), second.output()]);
  for (const token of tokens) expect(anywhere.includes(token)).toBe(false);
});
