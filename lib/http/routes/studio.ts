import { z } from "zod";
import { AppError } from "../../errors.ts";
import {
  authoredToolSchema,
  capabilitiesSchema,
  tryToolSchema,
} from "../../tools/authored/authored-tool-schema.ts";
import { toolSchema } from "../../tools/schema.ts";
import { reviewTool } from "../../tools/servers/review-tool.ts";
import { deleteTool } from "../../tools/studio/delete-tool.ts";
import { createTool, replaceTool } from "../../tools/studio/publish-tool.ts";
import { tryTool } from "../../tools/studio/try-tool.ts";
import { listVersions, restoreVersion } from "../../tools/studio/versions.ts";
import { defineRoute } from "../route.ts";

export const authoredSchema = toolSchema.extend({
  code: z.string(),
  capabilities: capabilitiesSchema,
  version: z.number().int(),
});

const versionSchema = z.object({
  version: z.number().int(),
  description: z.string(),
  publishedBy: z.string(),
  publishedAt: z.iso.datetime(),
  current: z.boolean(),
});

const triedSchema = z.object({
  ok: z.boolean(),
  result: z.unknown(),
  error: z.string().nullable(),
  console: z.array(z.string()),
  milliseconds: z.number(),
});

export const studioRoutes = [
  defineRoute({
    method: "POST",
    path: "/tools",
    summary: "Publish a tool that somebody wrote",
    body: authoredToolSchema,
    answers: { 201: authoredSchema },
    handle: async ({ services, by, body, signal }) => ({
      status: 201,
      body: await createTool(services, { definition: body, by, signal }),
    }),
  }),
  defineRoute({
    method: "POST",
    path: "/tools/try",
    summary: "Run code once with sample arguments; nothing is published",
    body: tryToolSchema,
    answers: { 200: triedSchema },
    handle: async ({ services, body, signal }) => ({
      status: 200,
      body: await tryTool(services, { input: body, signal }),
    }),
  }),
  defineRoute({
    method: "PUT",
    path: "/tools/{name}",
    summary: "Publish a new version of an authored tool",
    body: authoredToolSchema,
    answers: { 200: authoredSchema },
    handle: async ({ services, by, parameters: { name = "" }, body, signal }) => {
      if (body.name !== name) throw new AppError("invalid", "name: must be the tool's", { field: "name" });
      return { status: 200, body: await replaceTool(services, { definition: body, by, signal }) };
    },
  }),
  defineRoute({
    method: "DELETE",
    path: "/tools/{name}",
    summary: "Delete an authored tool; its versions stay on record",
    answers: { 204: null },
    handle: async ({ services, by, parameters: { name = "" } }) => {
      await deleteTool(services, { name, by });
      return { status: 204 };
    },
  }),
  defineRoute({
    method: "GET",
    path: "/tools/{name}/versions",
    summary: "The versions of an authored tool, the newest first",
    answers: { 200: z.object({ items: z.array(versionSchema) }) },
    handle: async ({ services, parameters: { name = "" } }) => ({
      status: 200,
      body: { items: await listVersions(services, name) },
    }),
  }),
  defineRoute({
    method: "POST",
    path: "/tools/{name}/versions/{version}/restore",
    summary: "Publish an older version anew",
    answers: { 200: authoredSchema },
    handle: async ({ services, by, parameters: { name = "", version = "" }, signal }) => {
      if (!/^[1-9]\d{0,8}$/.test(version)) throw new AppError("not_found", "There is no such version.");
      return {
        status: 200,
        body: await restoreVersion(services, { name, version: Number(version), by, signal }),
      };
    },
  }),
  defineRoute({
    method: "POST",
    path: "/tools/{name}/review",
    summary: "Accept a changed definition: the one with this fingerprint, or as it is now",
    body: z.strictObject({ fingerprint: z.string().max(200).optional() }).default({}),
    answers: { 200: toolSchema },
    handle: async ({ services, by, parameters: { name = "" }, body }) => ({
      status: 200,
      body: await reviewTool(services, { name, fingerprint: body.fingerprint, by }),
    }),
  }),
];
