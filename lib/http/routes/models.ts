import { z } from "zod";
import { defineRoute } from "../route.ts";

const modelsSchema = z.object({
  provider: z.enum(["demo", "openai", "openai-compatible"]),
  host: z.string().nullable(),
  model: z.string(),
  available: z.array(z.string()),
  error: z.string().nullable(),
});

export const modelRoutes = [
  defineRoute({
    method: "GET",
    path: "/models",
    summary: "The provider, and what it offers; asks it each time, so it is the test of the connection too",
    answers: { 200: modelsSchema },
    handle: async ({ services: { models }, signal }) => {
      const { provider, host, defaultModel } = models;
      return { status: 200, body: { provider, host, model: defaultModel, ...(await models.list(signal)) } };
    },
  }),
];
