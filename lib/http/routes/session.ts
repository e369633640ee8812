import { z } from "zod";
import { AppError } from "../../errors.ts";
import { defineRoute } from "../route.ts";

export const sessionRoutes = [
  defineRoute({
    method: "POST",
    path: "/session",
    summary: "Exchange the key of the sign-in link for the browser's cookie",
    open: true,
    body: z.strictObject({ key: z.string().min(1).max(500) }),
    answers: { 204: null },
    handle: async ({ sessions, body }) => {
      const cookie = sessions.open(body.key);
      if (cookie === null) throw new AppError("unauthenticated", "This key is not the right one.");
      return { status: 204, headers: { "set-cookie": cookie } };
    },
  }),
];
