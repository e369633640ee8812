import { z } from "zod";
import { addServer, removeServer, updateServer } from "../../tools/servers/change-server.ts";
import { finishServerSignIn, reconnectServer } from "../../tools/servers/connect-server.ts";
import { getServer, listServers } from "../../tools/servers/list-servers.ts";
import { serverInputSchema, serverPatchSchema, serverSchema } from "../../tools/servers/server-schema.ts";
import { defineRoute } from "../route.ts";

export const serverRoutes = [
  defineRoute({
    method: "GET",
    path: "/servers",
    summary: "The upstream MCP servers with their state",
    answers: { 200: z.object({ items: z.array(serverSchema) }) },
    handle: async ({ services }) => ({ status: 200, body: { items: await listServers(services) } }),
  }),
  defineRoute({
    method: "POST",
    path: "/servers",
    summary: "Add a server: an address or a command",
    body: serverInputSchema,
    answers: { 201: serverSchema },
    handle: async ({ services, by, body }) => ({
      status: 201,
      body: await addServer(services, { input: body, by }),
    }),
  }),
  defineRoute({
    method: "POST",
    path: "/servers/sign-in",
    summary: "What a person brought back from the sign-in at a server",
    body: z.strictObject({
      code: z.string().min(1).max(4_000),
      state: z.string().min(1).max(500),
      issuer: z.string().max(2_000).optional(),
    }),
    answers: { 200: serverSchema },
    handle: async ({ services, body }) => ({ status: 200, body: await finishServerSignIn(services, body) }),
  }),
  defineRoute({
    method: "GET",
    path: "/servers/{id}",
    summary: "A server with its state",
    answers: { 200: serverSchema },
    handle: async ({ services, parameters: { id = "" } }) => ({
      status: 200,
      body: await getServer(services, id),
    }),
  }),
  defineRoute({
    method: "PATCH",
    path: "/servers/{id}",
    summary: "Change a server; what is not sent stays",
    body: serverPatchSchema,
    answers: { 200: serverSchema },
    handle: async ({ services, by, parameters: { id = "" }, body }) => ({
      status: 200,
      body: await updateServer(services, { id, patch: body, by }),
    }),
  }),
  defineRoute({
    method: "DELETE",
    path: "/servers/{id}",
    summary: "Remove a server and its tools",
    answers: { 204: null },
    handle: async ({ services, by, parameters: { id = "" } }) => {
      await removeServer(services, { id, by });
      return { status: 204 };
    },
  }),
  defineRoute({
    method: "POST",
    path: "/servers/{id}/reconnect",
    summary: "Try the connection again at once",
    answers: { 200: serverSchema },
    handle: async ({ services, parameters: { id = "" } }) => ({
      status: 200,
      body: await reconnectServer(services, id),
    }),
  }),
];
