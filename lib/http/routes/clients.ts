import { z } from "zod";
import { listClients } from "../../mcp-server/clients-seen.ts";
import { defineRoute } from "../route.ts";

const clientSchema = z.object({ name: z.string(), version: z.string(), seenAt: z.iso.datetime() });

export const clientRoutes = [
  defineRoute({
    method: "GET",
    path: "/clients",
    summary: "Where outside clients connect, and which were here last",
    answers: { 200: z.object({ url: z.string(), items: z.array(clientSchema) }) },
    handle: async ({ services }) => ({
      status: 200,
      body: { url: `${services.installation.url}/mcp`, items: await listClients(services.database) },
    }),
  }),
];
