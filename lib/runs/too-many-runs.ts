import { AppError } from "../errors.ts";

export const tooManyRuns = () =>
  new AppError("unavailable", "Too many runs are under way on this server. Try again in a moment.", {
    retryAfterSeconds: 5,
  });
