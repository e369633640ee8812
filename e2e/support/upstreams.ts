import path from "node:path";
import type { ToolView } from "../../lib/tools/schema.ts";
import type { ServerView } from "../../lib/tools/servers/server-schema.ts";
import type { Server } from "./server.ts";
import { waitUntil } from "./wait-until.ts";

const packages = path.resolve(import.meta.dirname, "../../node_modules/@modelcontextprotocol");

/** The official example servers, as a person would add them. */
export const everything = {
  command: process.execPath,
  args: [path.join(packages, "server-everything/dist/index.js"), "stdio"],
};
export const filesystem = (root: string) => ({
  command: process.execPath,
  args: [path.join(packages, "server-filesystem/dist/index.js"), root],
});
/** A local server that is odd in the way that is named. */
export const odd = (oddity: string) => ({
  command: process.execPath,
  args: [path.join(import.meta.dirname, "mcp/odd-command.ts"), oddity],
});

/** Adds a server and waits until it is known what became of it. */
export async function addUpstream(
  server: Server,
  input: Record<string, unknown> & { name: string },
): Promise<ServerView> {
  const { status, body } = await server.api.post<ServerView>("/servers", input);
  if (status !== 201) throw new Error(`The server was not added: ${status} ${JSON.stringify(body)}`);
  const view = await untilUpstream(server, body.id, ({ state, toolNames }) =>
    state === "ready" ? toolNames.length > 0 : state !== "connecting",
  );
  // Another instance may have remembered its tools before this one has read them.
  for (const name of view.toolNames.slice(-1)) {
    await waitUntil(`${name} is known here`, async () => {
      const { status } = await server.api.get(`/tools/${name}`);
      return status === 200;
    });
  }
  return view;
}

export const untilUpstream = (
  server: Server,
  id: string,
  isSo: (view: ServerView) => boolean,
): Promise<ServerView> =>
  waitUntil("the server is as expected", async () => {
    const { body } = await server.api.get<ServerView>(`/servers/${id}`);
    return isSo(body) && body;
  });

export const readTool = async (server: Server, name: string): Promise<ToolView> =>
  (await server.api.get<ToolView>(`/tools/${name}`)).body;
