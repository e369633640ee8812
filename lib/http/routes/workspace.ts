import { z } from "zod";
import { addWorkspaceFile } from "../../tools/add-workspace-file.ts";
import { listWorkspace } from "../../tools/workspace/list-workspace.ts";
import { defineRoute } from "../route.ts";

const fileSchema = z.object({ path: z.string(), size: z.number().int(), modifiedAt: z.iso.datetime() });

export const workspaceRoutes = [
  defineRoute({
    method: "GET",
    path: "/workspace",
    summary: "The folder that the file tools work in, and its files",
    answers: {
      200: z.object({
        path: z.string(),
        files: z.array(fileSchema),
        /** What of it is not listed, as a sentence. */
        note: z.string().nullable(),
      }),
    },
    handle: async ({ services: { workspace } }) => {
      const { files, note } = await listWorkspace(workspace);
      return { status: 200, body: { path: workspace.root, files, note } };
    },
  }),
  defineRoute({
    method: "PUT",
    path: "/workspace/files",
    summary: "Add a file; one that exists is never replaced",
    query: z.strictObject({ name: z.string().min(1).max(255) }),
    body: "bytes",
    answers: { 201: fileSchema },
    handle: async ({ services, by, query, body }) => ({
      status: 201,
      body: await addWorkspaceFile(services, { name: query.name, bytes: body, by }),
    }),
  }),
];
