import { z } from "zod";
import { AppError } from "../../errors.ts";
import { secretNameSchema } from "../../tools/authored/authored-tool-schema.ts";
import { shortestMasked } from "../../tools/authored/mask-secrets.ts";
import { deleteSecret, listSecrets, setSecret } from "../../tools/secrets/secrets.ts";
import { defineRoute } from "../route.ts";

function parseName(name: string): string {
  const parsed = secretNameSchema.safeParse(name);
  if (parsed.success) return parsed.data;
  throw new AppError("invalid", `name: ${parsed.error.issues[0]?.message}`, { field: "name" });
}

export const secretRoutes = [
  defineRoute({
    method: "GET",
    path: "/secrets",
    summary: "The names of the secrets; values never come back",
    answers: {
      200: z.object({ items: z.array(z.object({ name: z.string(), updatedAt: z.iso.datetime() })) }),
    },
    handle: async ({ services }) => ({ status: 200, body: { items: await listSecrets(services.database) } }),
  }),
  defineRoute({
    method: "PUT",
    path: "/secrets/{name}",
    summary: "Set a secret",
    body: z.strictObject({ value: z.string().min(shortestMasked).max(20_000) }),
    answers: { 204: null },
    handle: async ({ services, by, parameters: { name = "" }, body }) => {
      await setSecret(services, { name: parseName(name), value: body.value, by });
      await services.secrets.reload();
      return { status: 204 };
    },
  }),
  defineRoute({
    method: "DELETE",
    path: "/secrets/{name}",
    summary: "Delete a secret",
    answers: { 204: null },
    handle: async ({ services, by, parameters: { name = "" } }) => {
      await deleteSecret(services, { name: parseName(name), by });
      await services.secrets.reload();
      return { status: 204 };
    },
  }),
];
