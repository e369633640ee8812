import { afterAll, beforeAll, expect, it, onTestFinished } from "vitest";
import { startProtectedUpstream } from "../../../e2e/support/mcp/protected-upstream.ts";
import { temporaryDirectory } from "../../../e2e/support/temporary-directory.ts";
import { owner } from "../../auth/principal.ts";
import { installationHeader } from "../../mcp-client/own-installation.ts";
import { eventually } from "../../mcp-client/test-connection.ts";
import { upstream } from "../../mcp-client/test-stage.ts";
import { openToolStage, type ToolStage } from "../test-services.ts";
import { addServer, removeServer } from "./change-server.ts";
import { finishServerSignIn, reconnectServer } from "./connect-server.ts";
import { getServer } from "./list-servers.ts";
import type { ServerServices } from "./server-services.ts";
import { createServerSource } from "./server-source.ts";

let stage: ToolStage;
beforeAll(async () => {
  stage = await openToolStage(temporaryDirectory("workspace"));
});
afterAll(() => stage.close());

/** Another instance on the same database, as far as servers go. It hears what is published here. */
async function otherInstance(): Promise<ServerServices> {
  const { database, seal, network, installationId, events } = stage;
  const servers = createServerSource({
    database,
    events,
    seal,
    hooks: { network, installationId, version: "0.0.0" },
    redirectUrl: "http://127.0.0.1:1/oauth",
  });
  onTestFinished(() => servers.stop());
  await servers.reload();
  return { database, seal, network, installationId, events, servers };
}

const stateOf = async (services: ServerServices, id: string) => (await getServer(services, id)).state;
const until = (services: ServerServices, id: string, state: string) =>
  eventually(async () => expect(await stateOf(services, id)).toBe(state));

it("a sign-in that is finished at one instance connects all of them, and each masks the new token", async () => {
  const { authorization, upstream: server, close } = await startProtectedUpstream();
  onTestFinished(close);
  const { id } = await addServer(stage, {
    input: { name: "shut", url: server.url, allowPrivateAddress: true },
    by: owner,
  });
  const other = await otherInstance();
  for (const services of [stage, other]) await until(services, id, "needs_sign_in");
  const back = await authorization.agree((await getServer(stage, id)).signInUrl ?? "");
  const { code, state } = Object.fromEntries(back.searchParams);
  await finishServerSignIn(stage, { code: code ?? "", state: state ?? "" });
  for (const services of [stage, other]) await until(services, id, "ready");
  authorization.expireTokens();
  await stage.servers.pool.callTool(id, "echo", {});
  await other.servers.pool.callTool(id, "echo", {});
  const renewed = server.headers.at(-1)?.authorization?.replace("Bearer ", "");
  expect(other.servers.credentials()).toMatchObject({ "shut sign-in": renewed });
  await removeServer(stage, { id, by: owner });
});

it("a server that is tried again is tried at all instances that have lost it", async () => {
  let shut = false;
  // What is refused is not tried again by itself.
  const ours = { [installationHeader]: stage.installationId };
  const server = await upstream({
    before: (_, response) => shut && !!response.writeHead(403, ours).end(),
  });
  const { id } = await addServer(stage, {
    input: { name: "back", url: server.url, allowPrivateAddress: true },
    by: owner,
  });
  const other = await otherInstance();
  for (const services of [stage, other]) await until(services, id, "ready");
  shut = true;
  for (const { servers } of [stage, other]) servers.pool.get(id)?.reconnect();
  for (const services of [stage, other]) await until(services, id, "failed");
  shut = false;
  await reconnectServer(stage, id);
  for (const services of [stage, other]) await until(services, id, "ready");
  await removeServer(stage, { id, by: owner });
});
